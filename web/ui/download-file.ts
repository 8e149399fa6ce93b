const keptMs = 60_000

/** Downloads a blob as a file. */
export function downloadFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Enough time for the browser to start the download.
  setTimeout(() => URL.revokeObjectURL(url), keptMs)
}
