#!/bin/sh
# Sends a file "IBAN;Name" with a header line and prints the results as CSV. One credit for each row.
#   ACCORD_URL=https://accord.example ACCORD_KEY=acc_… sh upload.sh payments.csv
set -eu
api=${ACCORD_URL:-https://accord.example}/api/uploads
key="Authorization: Bearer $ACCORD_KEY"
work=$(mktemp -d)
rows=$(($(wc -l <"$1") - 1)) # the last line must end, too
hash=$(sha256sum "$1" | cut -d' ' -f1)
table='{"format":"text","encoding":"utf-8","delimiter":";","headerRow":1,"lineEnd":"LF","bom":false}'
map='{"iban":0,"name":[1],"instead":[],"reference":null,"note":null}'
{
  printf '{"rows":%d,"kept":%d,"hash":"%s","fileName":"%s","table":%s,"map":%s}\n' \
    "$rows" "$rows" "$hash" "$(basename "$1")" "$table" "$map"
  # names without quotes and backslashes; anything else needs a real JSON writer
  awk -F';' 'NR > 1 { printf "{\"row\":%d,\"iban\":\"%s\",\"name\":\"%s\"}\n", NR - 1, $1, $2 }' "$1"
  printf '{"original":"%s"}\n' "$(base64 <"$1" | tr -d '\n')"
} >"$work/body"
gzip -c "$work/body" >"$work/body.gz"

# after a lost connection send it again with the same Idempotency-Key: nothing is paid twice
made=$(curl -sS --fail-with-body "$api" -H "$key" -H "Idempotency-Key: $(uuidgen)" \
  -H 'Content-Type: application/x-ndjson+gzip' -H "X-Accord-Bytes: $(wc -c <"$work/body" | tr -d ' ')" \
  --data-binary @"$work/body.gz")
id=$(printf %s "$made" | sed -E 's/.*"id":"([^"]+)".*/\1/')

status=comparing
while [ "$status" != completed ]; do
  sleep 1
  upload=$(curl -sS --fail-with-body "$api/$id" -H "$key")
  status=$(printf %s "$upload" | grep -o '"status":"[a-z]*"' | head -n 1 | cut -d'"' -f4)
  case $status in
  paused | stopped)
    printf '%s\n' "$upload" >&2
    exit 1
    ;;
  esac
done
curl -sS --fail-with-body "$api/$id/export/table?format=csv" -H "$key"
rm -r "$work"
