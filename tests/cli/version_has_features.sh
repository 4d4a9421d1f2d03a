weft --version | grep -c -e '^formats: OTF2, .*ADIOS BP$' -e '^features: '
