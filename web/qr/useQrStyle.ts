import { useState } from 'react'
import * as z from 'zod/mini'
import { plainQr, QrStyle } from '../../schema/qr-style.ts'
import { readLocalStorage, writeLocalStorage } from '../shell/useLocalStorage.ts'

export const logoSources = ['none', 'logo', 'photo', 'file'] as const
export type LogoSource = (typeof logoSources)[number]

const StyleChoice = z.object({ ...QrStyle.shape, source: z.enum(logoSources) })
export type StyleChoice = z.infer<typeof StyleChoice>

const plain: StyleChoice = { ...plainQr, source: 'none' }

/** The style of the code with this content, kept in this browser. A chosen file is not kept. */
export function useQrStyle(content: string) {
  const key = `qr-style:${content}`
  const [choice, setChoice] = useState(() => parseChoice(readLocalStorage(key)))
  const change = (changes: Partial<StyleChoice>) => {
    const next = { ...choice, ...changes }
    setChoice(next)
    writeLocalStorage(key, JSON.stringify(next))
  }
  return { choice, change }
}

function parseChoice(stored: string | null): StyleChoice {
  if (!stored) return plain
  try {
    return StyleChoice.parse(JSON.parse(stored))
  } catch {
    return plain
  }
}
