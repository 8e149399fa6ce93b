import { expect, test } from 'vitest'
import { defaultPwaSettings } from '../../schema/pwa/pwa.ts'
import { defaultIcons, shownIcons, withPicture } from './icon-slots.ts'

const start = defaultPwaSettings('Cards', 'Cards')

test('each device shows the icon it uses, Android the maskable one first', () => {
  expect(shownIcons(start).android).toBe(defaultIcons.iconMaskable)
  const large = withPicture(start, 'icon512', '/large')
  expect(shownIcons(large)).toEqual({
    android: '/large',
    whole: true,
    ios: '/large',
    desktop: '/large',
    splash: '/large',
  })
  const all = withPicture(withPicture(large, 'iconMaskable', '/mask'), 'icon192', '/small')
  expect(shownIcons(all)).toEqual({
    android: '/mask',
    whole: false,
    ios: '/small',
    desktop: '/small',
    splash: '/large',
  })
})
