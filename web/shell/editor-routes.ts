import { createContext } from 'react'
import type { PreloadableComponent } from '../ui/lazyWithPreload.tsx'
import { phoneQuery } from './useMediaQuery.ts'

/** The share points of a card, a tab of the editors: the routes provide it, because pages do not import each other. */
export const ShareTabContext = createContext<PreloadableComponent<{ id: number }> | null>(null)

/** The card editor for this window width: advanced on wide screens, quick on phones. */
export function editorPath(id: string | number = ''): string {
  return `/${matchMedia(phoneQuery).matches ? 'mobile-editor' : 'card-editor'}/${id}`
}

/** Whether the path is that of an editor, which fills the screen below its own bar. */
export function isEditorPath(pathname: string): boolean {
  return /^\/(card|mobile)-editor\/\d/.test(pathname)
}
