const size = 256 * 1024

type Pieces = AsyncGenerator<Uint8Array<ArrayBuffer>>

/**
 * The body of an answer piece by piece; a piece is good until the next is asked for. Where the browser can, all are read
 * into one buffer: the garbage of a million rows would otherwise be 50 MB before it is collected.
 */
export async function* piecesOf({ body }: Response): Pieces {
  if (!body) throw new Error('The answer has no body')
  const reader = intoOneBuffer(body)
  const pieces = reader ? throughOneBuffer(reader) : asTheyCome(body.getReader())
  yield* pieces
}

async function* throughOneBuffer(reader: ReadableStreamBYOBReader): Pieces {
  try {
    let buffer = new ArrayBuffer(size)
    for (let filled = 0; ; ) {
      const { done, value } = await reader.read(new Uint8Array(buffer, filled))
      if (value) {
        buffer = value.buffer
        filled += value.byteLength
      }
      if (filled === size || (done && filled > 0)) yield new Uint8Array(buffer, 0, filled)
      if (done) return
      if (filled === size) filled = 0
    }
  } finally {
    leave(reader)
  }
}

async function* asTheyCome(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>): Pieces {
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    leave(reader)
  }
}

// What nobody reads on need not be sent on; after the end, or after a failure, there is nothing to stop.
function leave(reader: ReadableStreamGenericReader): void {
  reader.cancel().catch(() => {})
}

// Safari's bodies cannot.
function intoOneBuffer(body: ReadableStream): ReadableStreamBYOBReader | undefined {
  try {
    return body.getReader({ mode: 'byob' })
  } catch {
    return undefined
  }
}
