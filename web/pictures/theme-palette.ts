import type { Card } from '../../schema/cards/card.ts'

export type Palette = ReturnType<typeof themePalette>

/** The theme's colors and fonts for pictures of a card, read from the style sheets of the app. */
export function themePalette(theme: string, logoTone: Card['logoTone']) {
  const probe = document.createElement('div')
  probe.dataset.theme = theme
  probe.hidden = true
  document.body.append(probe)
  const style = getComputedStyle(probe)
  const value = (name: string) => style.getPropertyValue(name).trim()
  const palette = {
    paper: value('--c-surface'),
    behind: value('--c-background'),
    line: value('--c-line'),
    ink: value('--c-text'),
    muted: value('--c-muted'),
    accent: value('--c-fill'),
    strong: value('--c-accent'),
    ring: value('--c-ring'),
    head: value('--c-heading-font'),
    body: value('--c-body-font'),
    weight: value('--c-name-weight'),
    // As on the card: transparent unless the logo has too little contrast.
    plate: logoTone
      ? value(logoTone === 'dark' ? '--c-dark-logo-plate' : '--c-light-logo-plate')
      : 'transparent',
  }
  probe.remove()
  return palette
}
