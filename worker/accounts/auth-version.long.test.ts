import { test } from 'vitest'
import { credentialChanges } from '../testing/credential-changes.ts'
import { combine, expectNoAccess, isCombinable, ways } from '../testing/sign-in-ways.ts'

const [, ...others] = ways
const table = others.flatMap((way) =>
  credentialChanges
    .filter((change) => isCombinable(way, change))
    .slice(1)
    .map((change) => combine(way, change)),
)

test.each(table)('no access with $way if meanwhile $change', expectNoAccess)
