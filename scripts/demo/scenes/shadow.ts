/** The soft shadow under paper. */
import { blur } from '../draw.ts'

export const shadow = `<defs>${blur('soft', 12)}</defs>`
