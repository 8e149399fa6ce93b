/** Compares the response to a request with the responses to the same request without a fault. Only tests import this. */
import { isDeepStrictEqual } from 'node:util'

/** The responses of two runs. What differs between them, such as a random token, may differ in any other run. */
export type UsualAnswers = [string, string]

/** Whether the answer differs in anything that is the same in both usual answers. */
export function differsFrom([one, other]: UsualAnswers, answer: string): boolean {
  return !isLike(parse(answer), [parse(one), parse(other)])
}

function isLike(value: unknown, [one, other]: [unknown, unknown]): boolean {
  if (isDeepStrictEqual(one, other)) return isDeepStrictEqual(value, one)
  if (!isObject(one) || !isObject(other) || !isObject(value)) return typeof value === typeof one
  const keys = Object.keys(one)
  if (!isDeepStrictEqual(keys, Object.keys(other))) return true
  return (
    isDeepStrictEqual(keys, Object.keys(value)) &&
    keys.every((key) =>
      isLike(Reflect.get(value, key), [Reflect.get(one, key), Reflect.get(other, key)]),
    )
  )
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** JSON as its value, other texts as their lines, without times: those of two runs can be equal by chance. */
function parse(text: string): unknown {
  const timeless = text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then')
    .replaceAll(/(?<=[:,[\s])\d{10,13}(?=[,}\]\s])/g, '0')
  try {
    return JSON.parse(timeless)
  } catch {
    return timeless.split('\n')
  }
}
