/** The parts of a file that are kept, as few ranges as there can be: one of its own for each part takes memory that adds up. */
export class KeptRanges {
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
