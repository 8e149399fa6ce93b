/** The tiered entry with fast hashing, for `HASHING=fast PAGE_CACHE=tiered npm start`. */
import { hashFast } from './fast-hashing.ts'

export { default, PublicCard } from './tiered-entry.ts'

hashFast()
