/** Proving a backup: every part is there, whole, and holds the rows its manifest says. */
import { createHash } from 'node:crypto'
import type { BackupManifest } from '../../schema/backup.ts'
import { linesIn } from '../archive/part.ts'
import { newSum } from '../archive/sum.ts'

/** The bytes of a file of the backup, wherever it is; undefined when it is not there. */
export type ReadFile = (key: string) => Promise<Uint8Array<ArrayBuffer> | undefined>

type Part = BackupManifest['files']['parts'][number]

/** The part's lines; throws a sentence when it is not what was stored. */
export async function readPart(read: ReadFile, { key, bytes, sha256, lines }: Part) {
  const content = await read(key)
  if (!content) throw new Error(`${key} is missing`)
  const hash = createHash('sha256').update(content).digest('hex')
  if (content.length !== bytes || hash !== sha256) throw new Error(`${key} is not what was stored`)
  const found = await linesIn(content)
  if (found.length !== lines) throw new Error(`${key} has ${found.length} lines, not ${lines}`)
  return found
}

/** A sentence about each thing that is wrong; none when the backup is whole. */
export async function verifyBackup(read: ReadFile, manifest: BackupManifest): Promise<string[]> {
  const wrong: string[] = []
  for (const { database, name, rows, sha256, parts } of manifest.tables) {
    const sum = newSum()
    for (const part of parts)
      await readPart(read, part).then(
        (lines) => sum.add(lines),
        (error: Error) => wrong.push(error.message),
      )
    const found = sum.end()
    if (
      wrong.length === 0 &&
      (found.count !== rows || BigInt(`0x${found.sha256}`) !== BigInt(`0x${sha256}`))
    )
      wrong.push(`${database}.${name} is not what its manifest says`)
  }
  for (const part of manifest.files.parts)
    await readPart(read, part).catch((error: Error) => wrong.push(error.message))
  return wrong
}
