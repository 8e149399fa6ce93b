import { expect, test } from 'vitest'
import { piecesOf } from './pieces.ts'

const text = 'naïve 王, '.repeat(60_000)

async function read(body: BodyInit): Promise<string> {
  const decoder = new TextDecoder()
  let whole = ''
  for await (const piece of piecesOf(new Response(body)))
    whole += decoder.decode(piece, { stream: true })
  return whole
}

test('a body is read whole, into one buffer or as it comes', async () => {
  expect(await read(text)).toBe(text)
  const bytes = new TextEncoder().encode(text)
  const plain = new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 1000) controller.enqueue(bytes.slice(at, at + 1000))
      controller.close()
    },
  })
  expect(await read(plain)).toBe(text)
})

test('a body that breaks off throws', async () => {
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('cut')) })
  await expect(read(broken)).rejects.toThrow('cut')
})
