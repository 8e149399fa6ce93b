/** Rounds every number of an SVG path to an integer. */
export function roundPath(path: string): string {
  return path.replace(/-?(?:(?<!\d)\d+)?\.\d+/g, (number) => {
    const near = Math.round(Number(number))
    return near < 0 ? `${near}` : ` ${Math.abs(near)}`
  })
}
