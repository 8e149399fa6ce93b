import { t, tIn } from '../../messages/t.ts'

const names = new Map([
  ['Mobile', tIn('type of device', 'Mobile')],
  ['Tablet', t('Tablet')],
  ['Desktop', t('Desktop')],
  ['Bot', t('Bot')],
  ['Unknown', t('Unknown')],
  ['Other', t('Other')],
])

/** The name of a part of a breakdown; brands, such as `Safari`, are the same in every language. */
export function groupName(name: string): string {
  return names.get(name) ?? name
}

/** `Mobile, iOS, Safari` in the language of the app. */
export function deviceName(device: string): string {
  return device.split(', ').map(groupName).join(', ')
}
