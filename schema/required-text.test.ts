import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { PasskeyName } from './accounts/passkey.ts'
import { NewApiToken } from './analytics/analytics-export.ts'
import { AddressQuery, CustomButton, LabeledContact } from './cards/card-fields.ts'
import { PwaSettings } from './pwa/pwa.ts'
import { NewTemplate } from './templates/template.ts'
import { Login, NewUser, OwnTransferInput, Profile, Registration } from './users/user.ts'

const required: [string, string, string, z.ZodMiniType][] = [
  ['Login', 'username', 'Username is required', Login],
  ['Registration', 'username', 'Username is required', Registration],
  ['Registration', 'fullName', 'Full name is required', Registration],
  ['NewUser', 'username', 'Username is required', NewUser],
  ['NewUser', 'fullName', 'Full name is required', NewUser],
  ['Profile', 'fullName', 'Full name is required', Profile],
  ['OwnTransferInput', 'to', "Enter your colleague's username.", OwnTransferInput],
  ['CustomButton', 'text', 'Button label is required', CustomButton],
  ['CustomButton', 'url', 'Button URL is required', CustomButton],
  ['LabeledContact', 'value', 'Enter a phone number or email', LabeledContact],
  ['AddressQuery', 'address', 'Enter an address', AddressQuery],
  ['PwaSettings', 'appName', 'App name is required', PwaSettings],
  ['PwaSettings', 'shortName', 'Short name is required', PwaSettings],
  ['PwaSettings', 'description', 'Description is required', PwaSettings],
  ['NewTemplate', 'name', 'Give the template a name', NewTemplate],
  ['PasskeyName', 'name', 'Give the passkey a name', PasskeyName],
  ['NewApiToken', 'name', 'Give the token a name', NewApiToken],
]

test.each(required)('%s without %s: %s', (_, field, message, contract) => {
  expect(messageFor(contract, field, {})).toBe(message)
  expect(messageFor(contract, field, { [field]: null })).toBe(message)
})

test.each(required)(
  '%s with a blank %s does not ask for less text',
  (_, field, _message, contract) => {
    expect(messageFor(contract, field, { [field]: ' ' }) ?? '').not.toMatch(/at most|not found/)
  },
)

function messageFor(contract: z.ZodMiniType, field: string, value: unknown): string | undefined {
  const issues = contract.safeParse(value).error?.issues ?? []
  return issues.find(({ path }) => path[0] === field)?.message
}
