import regularFile from '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf?url'
import boldFile from '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf?url'
import { jsPDF } from 'jspdf'
import { unseenFont } from './unseen-font.ts'

/** The family that is embedded, as far as it is used; and the one that only carries text under a picture. */
export const family = 'NotoSans'
const unseenFamily = 'Unseen'

/** Of each character, by the size of the text. */
export const unseenWidth = 0.5

// The library swaps Arabic letters for their joined shapes, which no reader turns back. Ours are joined by the browser.
jsPDF.API.events = jsPDF.API.events.filter(([topic]) => topic !== 'preProcessText')

export type FontFiles = { regular: Uint8Array; bold: Uint8Array }

export async function fetchFonts(): Promise<FontFiles> {
  const [regular, bold] = await Promise.all([fetchFile(regularFile), fetchFile(boldFile)])
  return { regular, bold }
}

export function addFonts(pdf: jsPDF, { regular, bold }: FontFiles): void {
  add(pdf, regular, { family, style: 'normal' })
  add(pdf, bold, { family, style: 'bold' })
}

/** Adds it when it is first needed: most documents do without. */
export function chooseUnseenFont(pdf: jsPDF): void {
  if (!pdf.getFontList()[unseenFamily])
    add(pdf, unseenFont(), { family: unseenFamily, style: 'normal' })
  pdf.setFont(unseenFamily, 'normal')
}

function add(pdf: jsPDF, bytes: Uint8Array, font: { family: string; style: string }): void {
  const file = `${font.family}-${font.style}.ttf`
  pdf.addFileToVFS(file, binary(bytes))
  pdf.addFont(file, font.family, font.style, undefined, 'Identity-H')
}

async function fetchFile(url: string): Promise<Uint8Array> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The font answers ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}

function binary(bytes: Uint8Array): string {
  let text = ''
  // A call takes so many arguments and not many more.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}
