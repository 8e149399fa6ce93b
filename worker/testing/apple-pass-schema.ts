/**
 * The keys of pass.json and their types as Apple documents them, for generic passes
 * (developer.apple.com/documentation/walletpasses: Pass, PassFields, PassFieldContent, Pass.Barcodes). Unknown keys are
 * refused. Only tests import this.
 */
import * as z from 'zod/mini'

// CSS-style RGB triples.
const Color = z.string().check(
  z.regex(/^rgb\(\d{1,3}, \d{1,3}, \d{1,3}\)$/),
  z.refine((text) => (text.match(/\d+/g) ?? []).every((part) => Number(part) <= 255)),
)

const Field = z.strictObject({
  key: z.string().check(z.minLength(1)),
  value: z.union([z.string(), z.number()]),
  label: z.optional(z.string()),
  changeMessage: z.optional(z.string()),
  textAlignment: z.optional(
    z.enum([
      'PKTextAlignmentLeft',
      'PKTextAlignmentCenter',
      'PKTextAlignmentRight',
      'PKTextAlignmentNatural',
    ]),
  ),
})

const Fields = z.optional(z.array(Field))

const Barcode = z.strictObject({
  format: z.enum([
    'PKBarcodeFormatQR',
    'PKBarcodeFormatPDF417',
    'PKBarcodeFormatAztec',
    'PKBarcodeFormatCode128',
  ]),
  message: z.string().check(z.minLength(1)),
  // The IANA name of a character set, in which the message can be written.
  messageEncoding: z.literal('iso-8859-1'),
  altText: z.optional(z.string()),
})

export const ApplePass = z
  .strictObject({
    formatVersion: z.literal(1),
    passTypeIdentifier: z.string().check(z.regex(/^pass\./)),
    teamIdentifier: z.string().check(z.minLength(1)),
    serialNumber: z.string().check(z.minLength(1)),
    organizationName: z.string().check(z.minLength(1)),
    description: z.string().check(z.minLength(1)),
    logoText: z.optional(z.string()),
    backgroundColor: z.optional(Color),
    foregroundColor: z.optional(Color),
    labelColor: z.optional(Color),
    barcodes: z.optional(z.array(Barcode)),
    voided: z.optional(z.boolean()),
    sharingProhibited: z.optional(z.boolean()),
    webServiceURL: z.optional(z.string().check(z.regex(/^https:\/\//))),
    // At least 16 characters.
    authenticationToken: z.optional(z.string().check(z.minLength(16))),
    generic: z.strictObject({
      headerFields: Fields,
      primaryFields: Fields,
      secondaryFields: Fields,
      auxiliaryFields: Fields,
      backFields: Fields,
    }),
  })
  .check(
    z.refine((pass) => !pass.webServiceURL === !pass.authenticationToken, 'Both or neither'),
    z.refine(({ generic }) => {
      const keys = Object.values(generic).flatMap((fields = []) => fields.map(({ key }) => key))
      return new Set(keys).size === keys.length
    }, 'The key of a field is unique in the pass'),
  )

/** Every pass has these; a generic pass may also have a thumbnail (Wallet Developer Guide, "Pass Style Sets the Overall Visual Appearance"). */
export const requiredFiles = ['pass.json', 'manifest.json', 'signature', 'icon.png', 'icon@2x.png']
export const genericFiles = /^(?:icon|logo|thumbnail)(?:@[23]x)?\.png$/
