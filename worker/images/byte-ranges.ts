/** The byte ranges of a file to keep. Adjacent ranges are merged to save memory. */
export class ByteRanges {
  readonly #ranges: { start: number; end: number }[] = []

  add({ start, end }: { start: number; end: number }): void {
    const last = this.#ranges.at(-1)
    if (last?.end === start) last.end = end
    else this.#ranges.push({ start, end })
  }

  of(bytes: Uint8Array): Uint8Array[] {
    return this.#ranges.map(({ start, end }) => bytes.subarray(start, end))
  }
}
