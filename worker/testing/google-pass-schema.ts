/**
 * The fields of a generic object and of the JWT that saves it as Google documents them
 * (developers.google.com/wallet/reference/rest/v1: genericobject, LocalizedString, Image, Barcode, Jwt). Unknown fields
 * are refused. Only tests import this.
 */
import * as z from 'zod/mini'

const LocalizedString = z.strictObject({
  defaultValue: z.strictObject({
    language: z.string().check(z.minLength(2)),
    value: z.string().check(z.minLength(1)),
  }),
})

const Image = z.strictObject({ sourceUri: z.strictObject({ uri: z.url() }) })

// `issuerID.identifier`, of letters, digits and `.`, `_` or `-`.
const Id = z.string().check(z.regex(/^\d+\.[\w.-]+$/))

export const GenericObject = z.strictObject({
  id: Id,
  classId: Id,
  genericType: z.literal('GENERIC_OTHER'),
  state: z.enum(['ACTIVE', 'COMPLETED', 'EXPIRED', 'INACTIVE']),
  cardTitle: LocalizedString,
  header: LocalizedString,
  subheader: z.optional(LocalizedString),
  logo: z.optional(Image),
  heroImage: z.optional(Image),
  hexBackgroundColor: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
  barcode: z.optional(
    z.strictObject({ type: z.literal('QR_CODE'), value: z.url(), alternateText: z.string() }),
  ),
})

export const SaveClaims = z.strictObject({
  iss: z.email(),
  aud: z.literal('google'),
  typ: z.literal('savetowallet'),
  iat: z.int(),
  origins: z.array(z.string()),
  payload: z.strictObject({
    genericClasses: z.array(z.strictObject({ id: Id })),
    genericObjects: z.array(GenericObject),
  }),
})
