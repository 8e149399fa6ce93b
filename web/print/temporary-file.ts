/** A file written in parts: on disk where the browser has a private file system, else in memory. */
export type TemporaryFile = {
  write: (part: Uint8Array) => Promise<void>
  /** The whole file. */
  finish: () => Promise<Blob>
  discard: () => Promise<void>
}

const folderName = 'temporary-files'

/** Removes those of earlier calls, which the browser has downloaded by then. */
export async function openTemporaryFile(): Promise<TemporaryFile> {
  return (await openOnDisk().catch(() => undefined)) ?? openInMemory()
}

// Throws in private windows of some browsers.
async function openOnDisk(): Promise<TemporaryFile> {
  const root = await navigator.storage.getDirectory()
  await root.removeEntry(folderName, { recursive: true }).catch(() => {})
  const folder = await root.getDirectoryHandle(folderName, { create: true })
  const handle = await folder.getFileHandle(crypto.randomUUID(), { create: true })
  const stream = await handle.createWritable()
  return {
    write: (part) => stream.write(new Uint8Array(part)),
    finish: async () => {
      await stream.close()
      return handle.getFile()
    },
    discard: () => stream.abort(),
  }
}

function openInMemory(): TemporaryFile {
  const parts: Blob[] = []
  return {
    write: async (part) => void parts.push(new Blob([new Uint8Array(part)])),
    finish: async () => new Blob(parts),
    discard: async () => void parts.splice(0),
  }
}
