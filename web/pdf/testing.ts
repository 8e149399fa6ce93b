/** The fonts of PDF files, for tests in Node. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FontFiles } from './write-text.ts'

export async function readFonts(): Promise<FontFiles> {
  return {
    regular: await readFont('400Regular/NotoSans_400Regular'),
    bold: await readFont('600SemiBold/NotoSans_600SemiBold'),
  }
}

async function readFont(file: string): Promise<Uint8Array> {
  const url = import.meta.resolve(`@expo-google-fonts/noto-sans/${file}.ttf`)
  return new Uint8Array(await readFile(fileURLToPath(url)))
}
