# What only OTF has comes back from OTF2: lines that are no records, definitions of one stream, NUL bytes, characters
# under keys of numbers and the other way round, the numbers of streams.
printf '3:1,4\n7:2\n' > t.otf
printf 'DTR3e8\nDP1NM"a"\nDP2NM"b"\nDP4NM"c"\nDK1Y2NM"byte"T""\nDK2Y0NM"letter"T""\nK9Y6V5\nDZZ1\n' > t.0.def
printf 'DF1G0NM"local\0name"\nDYY2\n' > t.3.def
printf 'DF2G0NM"of the seventh"\n' > t.7.def
printf 'MD1NM"m"Y1\nMZZ3\n' > t.0.marker
printf '5\n*1\nE1\n6\n*4\nK1Y0V41\nK2Y2V42\nK3Y0V43\nE1\nK3Y2V44\nXX"odd"\n7\n*1\nK1Y2V45\nK2Y0V46\nL1\n8\n*4\n' > t.3.events
printf '#"a\0b"\nCOPB1H1C0RT0S0R0\nYY\0Y\nCOPE1\nL1\n8\n*4\n' >> t.3.events
printf '6\n*2\nE2\n9\n*2\nL2\n9\n*2\n' > t.7.events
weft convert t.otf there/trace.otf2
weft convert there/trace.otf2 back.otf
cat back.otf
for file in back.*.def back.*.marker back.*.events; do
  echo "== $file"
  grep -av '^DUI\|^DAUX' $file | cat -v
done
