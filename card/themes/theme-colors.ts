/** The main colors of each theme, for use outside style sheets. A test keeps them equal to the style sheets. */

type ThemeColors = { surface: string; text: string; muted: string; accent: string }

const amber = colors('#fffbf2 #2a1c08 #6b5433 #934a06')

const themes = new Map([
  ['minimalist', colors('#ffffff #141413 #5d5c58 #141413')],
  ['dynamic', colors('#140d2b #f6f2ff #bdb1de #d3c2ff')],
  ['nonprofit', colors('#fbfaf1 #1c2b1e #50604d #25633a')],
  ['education', colors('#ffffff #12203c #46557a #1b4a9c')],
  ['health', colors('#fafffe #0d2e2b #42625d #0a6b62')],
  ['beauty', colors('#fffaf8 #3b1a29 #7a5062 #8c2f55')],
  ['corporate', colors('#ffffff #0c1a2c #495970 #16406f')],
  ['creative', colors('#fffcf0 #111111 #4a4740 #1a2fe0')],
  ['tech', colors('#0a1015 #e3eef2 #93a8b4 #46e3a0')],
])

/** Returns the theme's colors as `#rrggbb`; amber for an unknown theme. */
export function themeColors(theme: string): ThemeColors {
  return themes.get(theme) ?? amber
}

function colors(four: string): ThemeColors {
  const [surface = '', text = '', muted = '', accent = ''] = four.split(' ')
  return { surface, text, muted, accent }
}
