#!/usr/bin/env python3
"""A tokenizer as a program that kawara keeps running: JSON lines in, counts out.

    kawara chunk docs/ --command mytok='python3 tok.py' --set budget.counter=cmd:mytok
"""

import json
import re
import sys

HAN = r"\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff"
# A Han character, a word of anything else, or a mark. Where letters carry marks, as in Thai, this is not what the pack counts, and so
# it has a name of its own.
TOKEN = re.compile(rf"[{HAN}]|[^\W_{HAN}]+|[^\w\s]|_")

ABOUT = {"name": "han-words-script", "version": "1", "specials": 2, "limit": 512}

# Bytes, not text: what kawara sends is UTF-8 whatever the terminal's encoding.
for line in sys.stdin.buffer:
    request = json.loads(line)
    if "about" in request:
        answer = ABOUT
    else:
        answer = {"counts": [len(TOKEN.findall(text)) for text in request["texts"]]}
    # Without `flush` the answer would stay here, and kawara would wait.
    print(json.dumps(answer), flush=True)
