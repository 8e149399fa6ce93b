/** Share points: places where a card is given out, each with a short URL, `/s/{code}`, and a style for its QR code. */
import * as z from 'zod/mini'
import { contrastOf, luminance } from '../luminance.ts'
import { atLeastOneChange, ClientId, optionalText, requiredText, trimmedText } from '../text.ts'

const Color = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'Enter a color such as #1a2fe0'))

export const maxFrameText = 32

export const QrStyle = z.object({
  /** The colors of the modules and of the background. */
  dark: Color,
  light: Color,
  shape: z.enum(['square', 'rounded']),
  /** Empty for a code without a frame. */
  frame: trimmedText(maxFrameText, `Frame text must be at most ${maxFrameText} characters`),
})
export type QrStyle = z.infer<typeof QrStyle>

/** What can be in the middle of a QR code. */
export const cardLogos = ['none', 'logo', 'photo'] as const

/** The style stored with a share point; refused if cameras could not read its colors. */
export const SharePointStyle = z
  .strictObject({ ...QrStyle.shape, logo: z.enum(cardLogos) })
  .check((style) => {
    const message = qrColorError(style.value)
    if (message) style.issues.push({ code: 'custom', message, input: style.value })
  })
export type SharePointStyle = z.infer<typeof SharePointStyle>

export const plainQr: QrStyle = { dark: '#000000', light: '#ffffff', shape: 'square', frame: '' }

/** The minimum contrast (WCAG) between the code and its background: below it, cameras lose modules. */
const minQrContrast = 4

/** Returns why cameras could not read these colors; undefined if they can. */
export function qrColorError({ dark, light }: Pick<QrStyle, 'dark' | 'light'>): string | undefined {
  if (luminance(dark) > luminance(light))
    return 'Many cameras read only a dark code on a light background. Swap the two colors.'
  const contrast = contrastOf(dark, light)
  if (contrast < minQrContrast)
    return `The contrast is ${contrast.toFixed(1)}:1. Make the code darker or the background lighter, to reach at least ${minQrContrast}:1.`
}

/** The characters of codes: 32, so that a random byte modulo 32 is uniform. */
export const shareCodeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const shareCodeLength = 6

/** A `ShareCode` in a request path, where people may type it in lower case. Case is folded after the check. */
export const PathShareCode = z
  .string()
  .check(z.regex(/^[A-HJ-NP-Z2-9]{6}$/i), z.toUpperCase())
  .brand('PathShareCode')
export type PathShareCode = z.infer<typeof PathShareCode>

export const sharePointKinds = [
  'badge',
  'booth',
  'nfc',
  'poster',
  'letter',
  'signature',
  'link',
] as const
export type SharePointKind = (typeof sharePointKinds)[number]

/** The most share points of a card that are not archived, and the most in total. */
export const maxActiveSharePoints = 50
export const maxSharePoints = 500

const labelMessage = 'Label must be at most 60 characters'
export const SharePointLabel = requiredText(60, labelMessage, 'Enter a label').check(
  z.refine((label) => label.isWellFormed(), labelMessage),
)
const Kind = z.enum(sharePointKinds, 'Select a kind')
const noteMessage = 'Note must be at most 500 characters'
const maxNoteLength = 500
export const SharePointNote = trimmedText(maxNoteLength, noteMessage)

const timeMessage = 'Enter the dates as YYYY-MM-DD, or as times in ISO 8601 with a time zone'
/** A day, or a time, which is converted to UTC so that text order is time order. */
const Time = z.nullable(
  z.union(
    [
      z.iso.date(timeMessage),
      z.pipe(
        z.iso.datetime({ offset: true, error: timeMessage }),
        z.transform((time) => new Date(time).toISOString()),
      ),
    ],
    timeMessage,
  ),
)

type Dates = { activeFrom?: string | null | undefined; activeTo?: string | null | undefined }

/** Whether the end is not before the start. Either may be open, and an end that is a day includes that day. */
export function areDatesInOrder({ activeFrom, activeTo }: Dates): boolean {
  return !activeFrom || !activeTo || activeFrom.slice(0, activeTo.length) <= activeTo
}

export const datesMessage = 'The end must not be before the start'

export const NewSharePoint = z
  .strictObject({
    label: SharePointLabel,
    kind: Kind,
    /** When the owner uses it. Outside these dates it still opens the card. */
    activeFrom: z._default(Time, null),
    activeTo: z._default(Time, null),
    note: optionalText(maxNoteLength, noteMessage),
    /** Whether saved contacts note where and when the two met: "Met at {label}, {date}". */
    metNote: z._default(z.boolean(), false),
    /** Whether its page shows the fields of the card with the reach `share-points`, while it is not archived. */
    showsHidden: z._default(z.boolean(), false),
    clientId: ClientId,
  })
  .check(z.refine(areDatesInOrder, datesMessage))
export type NewSharePoint = z.infer<typeof NewSharePoint>

/** At least one property is required. `archived: false` restores a share point. */
export const SharePointChange = z
  .strictObject({
    label: z.optional(SharePointLabel),
    kind: z.optional(Kind),
    activeFrom: z.optional(Time),
    activeTo: z.optional(Time),
    /** A blank text removes the note. */
    note: z.optional(z.nullable(SharePointNote)),
    metNote: z.optional(z.boolean()),
    showsHidden: z.optional(z.boolean()),
    /** The style of its QR code in the app; null for black on white. */
    style: z.optional(z.nullable(SharePointStyle)),
    archived: z.optional(z.boolean()),
  })
  .check(atLeastOneChange)
export type SharePointChange = z.infer<typeof SharePointChange>

/** A share point as its owner sees it; `code` and `url` never change. */
export const SharePoint = z
  .object({
    id: z.number(),
    cardId: z.number(),
    code: z.string(),
    label: z.string(),
    kind: z.enum(sharePointKinds),
    url: z.string(),
    activeFrom: z.nullable(z.string()),
    activeTo: z.nullable(z.string()),
    note: z.nullable(z.string()),
    metNote: z.boolean(),
    showsHidden: z.boolean(),
    style: z.nullable(SharePointStyle),
    archived: z.boolean(),
    archivedAt: z.nullable(z.string()),
    createdAt: z.string(),
  })
  .register(z.globalRegistry, { id: 'SharePoint' })
export type SharePoint = z.infer<typeof SharePoint>

/** The side of the PNG, in pixels. */
export const QrPngQuery = z.strictObject({
  size: z._default(z.coerce.number().check(z.int(), z.minimum(256), z.maximum(4096)), 1024),
})
