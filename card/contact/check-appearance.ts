/** Contact check for appearance: photo, image descriptions and custom colors. */
import { safeImage } from '../../schema/link.ts'
import { luminance } from '../../schema/luminance.ts'
import { type CheckedCard, type Finding, withCustomizations } from './findings.ts'

export function appearanceFindings(card: CheckedCard): Finding[] {
  return [...photo(card), ...imageDescriptions(card), ...buttonColors(card), ...customColors(card)]
}

const minPhotoWidth = 256

/** Returns whether the contact file can embed the photo. */
export function isPhotoEmbeddable(card: Pick<CheckedCard, 'profilePicture'>): boolean {
  return photoError(safeImage(card.profilePicture) ?? '') === undefined
}

function photo(card: CheckedCard): Finding[] {
  const url = safeImage(card.profilePicture)
  const error = url && photoError(url)
  if (error) return [{ id: 'photo', title: 'Photo is not included', detail: error, fixes: [] }]
  const width = Number(/-(\d+)\.\w+$/.exec(url ?? '')?.[1] ?? minPhotoWidth)
  if (width >= minPhotoWidth) return []
  return [
    {
      id: 'photo',
      title: 'Photo is small',
      detail: `It is ${width} pixels wide and will look blurry in contacts. Upload one of at least 400×400.`,
      fixes: [],
    },
  ]
}

function photoError(url: string): string | undefined {
  const kind = /\.(svg|gif)$/i.exec(url)?.[1]?.toUpperCase()
  if (kind) return `Contacts don't support ${kind}. Upload the photo as JPG or PNG.`
  if (!url.startsWith('/images/'))
    return 'Contacts can include only photos uploaded here. Upload yours in Design.'
}

// The card's name describes a portrait and the company describes its logo; without them, an image
// has no description at all.
function imageDescriptions(card: CheckedCard): Finding[] {
  const alts = card.customizations.alts ?? {}
  const describedImages = [
    {
      key: 'profilePicture',
      what: 'photo',
      known: card.name,
      text: `Photo of ${card.company?.trim()}`,
    },
    { key: 'logoUrl', what: 'logo', known: card.company, text: `Logo of ${card.name?.trim()}` },
  ] as const
  const undescribed = describedImages
    .filter(({ key, known }) => card[key] && !alts[key] && !known)
    .map(({ key, what, text }) => ({
      id: `alt-${key}`,
      title: `The ${what} needs a description`,
      detail: `Screen readers can't describe the ${what} to visitors.`,
      fixes:
        card.name || card.company
          ? [
              {
                label: `Use “${text}”`,
                change: withCustomizations(card, { alts: { ...alts, [key]: text.slice(0, 200) } }),
              },
            ]
          : [],
    }))
  const silent = card.gallery.filter(({ alt }) => !alt).length
  if (silent === 0) return undescribed
  const title =
    silent === 1
      ? 'A gallery image needs a description'
      : `${silent} gallery images need descriptions`
  const detail = 'Describe each image in Gallery for people using screen readers.'
  return [...undescribed, { id: 'alt-gallery', title, detail, fixes: [] }]
}

// Button text is always readable; below this contrast with the card, the button's shape is not
// visible.
const minButtonContrast = 1.25

function buttonColors(card: CheckedCard): Finding[] {
  const { surf, accent } = colorsOf(card)
  return card.customButtons.flatMap(({ text, backgroundColor }, index) => {
    if (!isHex(backgroundColor) || contrast(backgroundColor, surf) >= minButtonContrast) return []
    const customButtons = card.customButtons.map((button, at) =>
      at === index ? { ...button, backgroundColor: accent } : button,
    )
    return {
      id: `button-${index}`,
      title: 'A button is hard to see',
      detail: `“${text}” is almost the same color as the card.`,
      fixes: [{ label: "Use the theme's accent color", change: { customButtons } }],
    }
  })
}

const roles = { text: 'Text', muted: 'Secondary text', accent: 'Colored text' } as const

function customColors(card: CheckedCard): Finding[] {
  const css = card.customizations.customCss ?? ''
  const colors = colorsOf(card)
  const keys = ['text', 'muted', 'accent'] as const
  return keys
    .filter((key) => customColor(css, key) || customColor(css, 'surf'))
    .filter((key) => contrast(colors[key], colors.surf) < 4.5)
    .map((key) => {
      const ratio = contrast(colors[key], colors.surf).toFixed(1)
      const overridden = customColor(css, key) ? key : 'surf'
      const without = css.replace(declaration(overridden, 'gi'), '')
      return {
        id: `color-${key}`,
        title: `${roles[key]} is hard to read`,
        detail: `Your CSS gives it a contrast of ${ratio}:1. Use at least 4.5:1 so that most people can read it.`,
        fixes: [
          {
            label: "Use the theme's color",
            change: withCustomizations(card, { customCss: without.trim() || null }),
          },
        ],
      }
    })
}

function colorsOf(card: CheckedCard) {
  const css = card.customizations.customCss ?? ''
  const theme = themeColors(card.theme)
  const color = (key: keyof typeof theme) => customColor(css, key) ?? theme[key]
  return {
    surf: color('surf'),
    text: color('text'),
    muted: color('muted'),
    accent: color('accent'),
  }
}

function declaration(key: string, flags: string): RegExp {
  return new RegExp(`--c-${key}\\s*:\\s*(#[0-9a-f]{6}|#[0-9a-f]{3})\\s*(?:;|(?=\\}))`, flags)
}

/** Returns the last value the custom CSS sets for this property, if it is a plain hex color. */
function customColor(css: string, key: string): string | undefined {
  const color = [...css.matchAll(declaration(key, 'gi'))].at(-1)?.[1]
  return color?.length === 4 ? color.replace(/[0-9a-f]/gi, '$&$&') : color
}

function isHex(color: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(color)
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/**
 * Theme colors that custom colors are compared with; a test keeps them equal to the style sheets.
 */

type ThemeColors = { surf: string; text: string; muted: string; accent: string }

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

/** Returns the theme's colors as `#rrggbb`; an unknown theme gets the default theme's. */
export function themeColors(theme: string): ThemeColors {
  return themes.get(theme) ?? amber
}

function colors(four: string): ThemeColors {
  const [surf = '', text = '', muted = '', accent = ''] = four.split(' ')
  return { surf, text, muted, accent }
}
