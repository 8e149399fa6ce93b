/** Where an export is put while it arrives, so that the page holds only the piece in hand. */
export type ExportFile = {
  sink: WritableStream<Uint8Array<ArrayBuffer>>
  /** All that was written, once the sink is closed. */
  read: () => Promise<Blob>
  /** Gives the space back. */
  remove: () => Promise<void>
}

const folder = 'exports'
const abandonedAfter = 3_600_000
const pieceSize = 4 * 1024 * 1024

/** A file of this site's own on the disk; where a browser has none for us, pieces that it may put there itself. */
export async function openExportFile(): Promise<ExportFile> {
  const directory = await openFolder().catch(() => undefined)
  const file = directory && (await openOnDisk(directory).catch(() => undefined))
  return file ?? openInPieces()
}

async function openFolder(): Promise<FileSystemDirectoryHandle> {
  // Only over https, and not in every private window.
  const root = await navigator.storage.getDirectory()
  const directory = await root.getDirectoryHandle(folder, { create: true })
  await removeAbandoned(directory)
  return directory
}

async function openOnDisk(directory: FileSystemDirectoryHandle): Promise<ExportFile> {
  const name = crypto.randomUUID()
  const handle = await directory.getFileHandle(name, { create: true })
  return {
    sink: await handle.createWritable(),
    read: () => handle.getFile(),
    remove: () => directory.removeEntry(name).catch(() => {}),
  }
}

// A tab that was closed while it exported leaves its file behind.
async function removeAbandoned(directory: FileSystemDirectoryHandle): Promise<void> {
  for await (const [name, handle] of directory.entries()) {
    const file = handle instanceof FileSystemFileHandle && (await handle.getFile())
    if (file && file.lastModified < Date.now() - abandonedAfter)
      await directory.removeEntry(name).catch(() => {})
  }
}

function openInPieces(): ExportFile {
  const whole: Blob[] = []
  let piece: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  // A Blob lives with the browser, not with the page.
  const keep = () => {
    whole.push(new Blob(piece))
    piece = []
    size = 0
  }
  const write = (chunk: Uint8Array<ArrayBuffer>) => {
    // Its buffer is used again.
    piece.push(chunk.slice())
    size += chunk.byteLength
    if (size >= pieceSize) keep()
  }
  return {
    sink: new WritableStream({ write, close: keep }),
    read: async () => new Blob(whole),
    remove: async () => {
      whole.length = 0
    },
  }
}
