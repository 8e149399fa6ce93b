/** Creates many users from a file: `POST /api/users/check` checks its names, then `POST /api/users/bulk` creates the users. */
import * as z from 'zod/mini'

/** The most rows in a request; the screen sends 50. */
const maxBulkUsers = 200

/** The most names in a check, usernames and slugs together. */
export const maxCheckedUsers = 1000

const Names = z.array(z.string().check(z.maxLength(100))).check(z.maxLength(maxCheckedUsers / 2))

/** The usernames and slugs of a file. */
export const NameCheck = z.strictObject({ usernames: Names, slugs: Names })
export type NameCheck = z.infer<typeof NameCheck>

/** Those of the names that are taken or reserved, as sent. */
export const TakenNames = z
  .object({ usernames: z.array(z.string()), slugs: z.array(z.string()) })
  .register(z.globalRegistry, { id: 'TakenNames' })
export type TakenNames = z.infer<typeof TakenNames>

/** The users to create. Each is validated separately, so that an invalid one does not affect the others. */
export const BulkUpload = z.strictObject({
  users: z.array(z.looseObject({})).check(z.minLength(1), z.maxLength(maxBulkUsers)),
})

/** The columns of the upload file, in the order of its template. */
export const bulkFields = [
  'username',
  'fullName',
  'email',
  'accessLevel',
  'cardSlug',
  'password',
] as const
export type BulkField = (typeof bulkFields)[number]

/** Results in row order. `made`: the user was created. `exists`: an earlier upload of the same file created them. */
export const BulkResult = z
  .object({
    results: z.array(
      z.discriminatedUnion('status', [
        z.object({ status: z.literal('made'), id: z.number(), cardSlug: z.string() }),
        z.object({ status: z.literal('exists') }),
        z.object({
          status: z.literal('refused'),
          reason: z.string(),
          /** The field with the problem; absent if the problem is the row as a whole. */
          field: z.optional(z.enum(bulkFields)),
        }),
      ]),
    ),
  })
  .register(z.globalRegistry, { id: 'BulkResult' })
export type BulkResult = z.infer<typeof BulkResult>
export type BulkRowResult = BulkResult['results'][number]
