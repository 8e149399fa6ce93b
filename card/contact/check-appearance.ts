/** The part of the contact check about appearance: photo, image descriptions, button colors and custom colors. */
import { safeImage } from '../../schema/link.ts'
import { contrastOf } from '../../schema/luminance.ts'
import { themeColors } from '../themes/theme-colors.ts'
import { type CheckedCard, type Finding, withCustomizations } from './findings.ts'

export function appearanceFindings(card: CheckedCard): Finding[] {
  return [...photo(card), ...imageDescriptions(card), ...buttonColors(card), ...customColors(card)]
}

const minPhotoWidth = 256

/** Whether the contact file can include the photo. */
export function isPhotoEmbeddable(card: Pick<CheckedCard, 'profilePicture'>): boolean {
  return photoError(safeImage(card.profilePicture) ?? '') === undefined
}

function photo(card: CheckedCard): Finding[] {
  const url = safeImage(card.profilePicture)
  const error = url && photoError(url)
  if (error) return [{ id: 'photo', title: 'Photo is not included', detail: error, fixes: [] }]
  // Uploaded photos have their width in the name, `/images/c0ffee-640.jpg`. Of others the width is unknown.
  const width = Number(/-(\d+)\.\w+$/.exec(url ?? '')?.[1] ?? minPhotoWidth)
  if (width >= minPhotoWidth) return []
  return [
    {
      id: 'photo',
      title: 'Photo is small',
      detail: `It is ${width} pixels wide and will look blurry in contacts. Upload one of at least 400x400 pixels.`,
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

// By default the card's name describes the photo, and the company the logo. Without these, an image has no description.
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

// The text of a button is always readable. Below this contrast with the card, its shape cannot be seen.
const minButtonContrast = 1.25

function buttonColors(card: CheckedCard): Finding[] {
  const { surface, accent } = colorsOf(card)
  return card.customButtons.flatMap(({ text, backgroundColor }, index) => {
    if (!isHex(backgroundColor) || contrastOf(backgroundColor, surface) >= minButtonContrast)
      return []
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

/**
 * Text needs a contrast of 4.5:1 with the surface: WCAG 2.2, 1.4.3. The fix removes the custom color of the text or, if it
 * has none, of the surface, so that the theme's applies.
 */
function customColors(card: CheckedCard): Finding[] {
  const css = card.customizations.customCss ?? ''
  const colors = colorsOf(card)
  const keys = ['text', 'muted', 'accent'] as const
  return keys
    .filter((key) => customColor(css, key) || customColor(css, 'surface'))
    .filter((key) => contrastOf(colors[key], colors.surface) < 4.5)
    .map((key) => {
      const ratio = contrastOf(colors[key], colors.surface).toFixed(1)
      const overridden = customColor(css, key) ? key : 'surface'
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
    surface: color('surface'),
    text: color('text'),
    muted: color('muted'),
    accent: color('accent'),
  }
}

function declaration(key: string, flags: string): RegExp {
  // Stored CSS may use the former name.
  const name = key === 'surface' ? 'surf(?:ace)?' : key
  return new RegExp(`--c-${name}\\s*:\\s*(#[0-9a-f]{6}|#[0-9a-f]{3})\\s*(?:;|(?=\\}))`, flags)
}

/** Returns the last hex color that the custom CSS sets for this property; undefined if there is none. */
function customColor(css: string, key: string): string | undefined {
  const color = [...css.matchAll(declaration(key, 'gi'))].at(-1)?.[1]
  return color?.length === 4 ? color.replace(/[0-9a-f]/gi, '$&$&') : color
}

function isHex(color: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(color)
}
