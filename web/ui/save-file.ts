const keptFor = 60_000

/** Hands a file to the person; `release` is called when the browser surely has it. */
export function saveFile(file: Blob, name: string, release: () => void = () => {}): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => {
    URL.revokeObjectURL(url)
    release()
  }, keptFor)
}
