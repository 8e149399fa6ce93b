/** Section 1: what keeps a picture from costing more than it may, each part with what is left when it is taken away. */
import type { Mutant } from './mutants.ts'

export const pictureGuards: Mutant[] = [
  {
    file: 'worker/media/svg-cost.ts',
    guard: ' || under.size === mostNested',
    instead: '',
    by: 'worker/media/svg.test.ts',
  },
  {
    file: 'worker/media/svg-cost.ts',
    guard: 'if (room < 0) return undefined',
    instead: '',
    by: 'worker/media/svg.test.ts',
  },
  {
    file: 'worker/media/svg-cost.ts',
    guard: 'if (id && byId.has(id)) return undefined',
    instead: '',
    by: 'worker/media/svg.test.ts',
  },
  {
    file: 'worker/media/svg.ts',
    guard: 'idsInUrls(plain) !== undefined && ',
    instead: '',
    by: 'worker/media/svg.test.ts',
  },
  {
    file: 'worker/media/gif.ts',
    guard: "if (count > mostBlocks) return 'broken'",
    instead: '',
    by: 'worker/media/clean.test.ts',
  },
  {
    file: 'worker/media/png.ts',
    guard: 'count > mostChunks || ',
    instead: '',
    by: 'worker/media/clean.test.ts',
  },
  {
    file: 'worker/media/jpeg.ts',
    guard: 'count > mostSegments || ',
    instead: '',
    by: 'worker/media/clean.test.ts',
  },
  {
    file: 'worker/media/inline-photo.ts',
    guard: " like '/images/%'",
    instead: ' is not null',
    by: 'worker/media/inline-photo.test.ts',
  },
  {
    file: 'worker/media/inline-photo.ts',
    guard: 'webp.byteLength <= inlinePhotoMaxBytes',
    instead: 'true',
    by: 'worker/media/inline-photo.test.ts',
  },
  {
    file: 'worker/media/inline-photo.ts',
    guard: 'if (photo === undefined) return undefined',
    instead: '',
    by: 'worker/media/inline-photo.test.ts',
  },
]
