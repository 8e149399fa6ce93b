/** The path of a drawing with every number in whole units. */
export function roundPath(path: string): string {
  return path.replace(/-?\d*\.\d+/g, (number) => {
    const near = Math.round(Number(number))
    return near < 0 ? `${near}` : ` ${Math.abs(near)}`
  })
}
