# Sends a file "IBAN;Name" with a header line and prints the results. One credit for each row.
#   ACCORD_URL=https://accord.example ACCORD_KEY=acc_… python3 upload.py payments.csv
import base64, gzip, hashlib, json, os, sys, time, urllib.error, urllib.parse, urllib.request, uuid

API = os.environ.get("ACCORD_URL", "https://accord.example") + "/api/uploads"


def ask(address, data=None, headers=None):
    all_headers = {"Authorization": f"Bearer {os.environ['ACCORD_KEY']}", **(headers or {})}
    try:
        with urllib.request.urlopen(urllib.request.Request(address, data=data, headers=all_headers)) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        problem = json.load(error)
        sys.exit(f"{problem['code']}: {problem['title']} {problem.get('errors', [])}")


path = sys.argv[1]
with open(path, "rb") as opened:
    file = opened.read()
rows = [line.split(";") for line in file.decode("utf-8").splitlines()[1:]]
head = {
    "rows": len(rows),
    "kept": len(rows),
    "hash": hashlib.sha256(file).hexdigest(),
    "fileName": os.path.basename(path),
    "table": {"format": "text", "encoding": "utf-8", "delimiter": ";", "headerRow": 1, "lineEnd": "LF", "bom": False},
    "map": {"iban": 0, "name": [1], "instead": [], "reference": None, "note": None},
}
lines = [
    head,
    *({"row": at, "iban": row[0], "name": row[1]} for at, row in enumerate(rows, 1)),
    {"original": base64.b64encode(file).decode()},
]
body = "".join(json.dumps(line) + "\n" for line in lines).encode()
upload_headers = {
    "Content-Type": "application/x-ndjson+gzip",
    "X-Accord-Bytes": str(len(body)),
    # after a lost connection send it again with the same key: nothing is paid twice
    "Idempotency-Key": str(uuid.uuid4()),
}
upload = ask(API, gzip.compress(body), upload_headers)["id"]

status = "comparing"
while status != "completed":
    time.sleep(1)
    seen = ask(f"{API}/{upload}")
    status = seen["status"]
    if status in ("paused", "stopped"):
        sys.exit(f"{status}: {seen['pauseReason'] or seen['comparison']}")

after = ""
while after is not None:
    page = ask(f"{API}/{upload}/rows?size=100{after}")
    for row in page["items"]:
        print(row["row"], row["iban"], row["result"], row["matchedName"] or "")
    cursor = page["nextCursor"]
    after = "&after=" + urllib.parse.quote(cursor) if cursor else None
