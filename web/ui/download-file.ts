const keptFor = 60_000

/** Hands a file to the person. */
export function downloadFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // By then the browser surely has it.
  setTimeout(() => URL.revokeObjectURL(url), keptFor)
}
