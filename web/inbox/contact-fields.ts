import useSWR, { mutate } from 'swr'
import { ContactFieldList, type ContactFields } from '../../schema/inbox/contact-field.ts'
import { request } from '../api.ts'

const key = '/api/account/contact-fields'

/** The user's own fields of form submissions; fetches only if `enabled`. */
export function useContactFields(enabled: boolean) {
  const { data } = useSWR(enabled ? key : null, () => request(key, ContactFieldList))
  return { fields: data }
}

/** Replaces the fields. Entries are fetched again, because the values of a renamed field move. */
export async function saveContactFields(fields: ContactFields): Promise<void> {
  const saved = await request(key, ContactFieldList, { method: 'PUT', body: fields })
  await mutate(key, saved, { revalidate: false })
  await mutate((one) => /^\/api\/(business-cards\/\d+\/)?submissions\b/.test(String(one)))
}
