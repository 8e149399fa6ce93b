import { createContext } from 'react'
import type { PreloadableComponent } from '../ui/lazyWithPreload.tsx'

/** The share points of a card, a tab of the editors: the routes provide it, because pages do not import each other. */
export const ShareTabContext = createContext<PreloadableComponent<{ id: number }> | null>(null)
