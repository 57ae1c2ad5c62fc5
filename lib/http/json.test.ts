import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJsonObject } from '@/lib/http/json'
import { Refusal } from '@/lib/platform/refusal'

const codeOf = (text: string): string => {
  try {
    parseJsonObject(text)
    return 'accepted'
  } catch (error) {
    if (error instanceof Refusal) return `${error.status} ${error.code}`
    throw error
  }
}

describe('a JSON body', () => {
  it.each([
    ['', '400 json_object_required'],
    ['null', '400 json_object_required'],
    ['[]', '400 json_object_required'],
    ['"x"', '400 json_object_required'],
    ['1', '400 json_object_required'],
    ['true', '400 json_object_required'],
    ['{', '400 json_invalid'],
    ['{"a":1,}', '400 json_invalid'],
    ['{"a":1}//x', '400 json_invalid'],
    ['{"a":NaN}', '400 json_invalid'],
    ["{'a':1}", '400 json_invalid'],
    ['{} {}', '400 json_invalid'],
    ['\ufeff{}', '400 json_invalid'],
    ['{"iban":"A","iban":"B"}', '400 json_duplicate_key'],
    ['{"iban":"A","\\u0069ban":"B"}', '400 json_duplicate_key'],
    ['{"a":{"__proto__":{"isAdmin":true}}}', '400 json_forbidden_key'],
    ['{"constructor":{"prototype":{}}}', '400 json_forbidden_key'],
    [`{"a":{"__proto__"${' '.repeat(40)}:{"isAdmin":true}}}`, '400 json_forbidden_key'],
    [`{"iban":"A","iban"${'\t\r\n '.repeat(20)}:"B"}`, '400 json_duplicate_key'],
    [`{"a":${'['.repeat(20)}${']'.repeat(20)}}`, '400 json_too_deep'],
    [`{"a":${'['.repeat(200_000)}`, '400 json_too_deep'],
    [`{${Array.from({ length: 5_001 }, (_, i) => `"k${i}":1`).join(',')}}`, '400 json_too_large'],
    [`{"a":${'['.repeat(19)}${']'.repeat(19)}}`, 'accepted'],
    ['{"":1,"":2}', '400 json_duplicate_key'],
    ['{"":{"__proto__":{"isAdmin":true}}}', '400 json_forbidden_key'],
    ['{"":{"":[]}}', 'accepted'],
    ['{"a":{"x":1},"b":{"x":2}}', 'accepted'],
    ['{"a":"he said: \\"b\\": {[}"}', 'accepted'],
  ])('%.60s is %s', (text, expected) => {
    expect(codeOf(text)).toBe(expected)
  })

  it("can't pollute Object.prototype", () => {
    codeOf('{"__proto__":{"isAdmin":true}}')
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  it('that is accepted is parsed exactly like JSON.parse', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (value) => {
        const text = JSON.stringify(value)
        if (codeOf(text) === 'accepted') expect(parseJsonObject(text)).toEqual(JSON.parse(text))
        else expect(codeOf(text)).toMatch(/json_forbidden_key|json_too_deep|json_too_large/)
      }),
    )
  })
})
