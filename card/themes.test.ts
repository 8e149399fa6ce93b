import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { themeNames } from '../schema/cards/theme.ts'
import { luminance } from '../schema/luminance.ts'

const folder = `${import.meta.dirname}/themes`
const files = readdirSync(folder).filter((file) => file.endsWith('.css'))
const names = files.map((file) => file.replace('.css', ''))
const amber = declarations('default')

test('every theme has a style sheet, unknown themes use the default, and the app includes all of them', () => {
  expect(names.sort()).toEqual([...Object.keys(themeNames), 'default'].sort())
  const all = readFileSync(`${folder}.css`, 'utf8')
  expect(all.indexOf('default.css')).toBeLessThan(all.indexOf('minimalist.css'))
  for (const name of names) expect(all).toContain(`themes/${name}.css`)
})

// Design 10.6: text needs a contrast of 4.5, shapes 3 (WCAG 2.2, 1.4.3 and 1.4.11).
const pairs = [
  ['--c-text', '--c-surface', 4.5],
  ['--c-text', '--c-tile', 4.5],
  ['--c-text', '--c-background', 4.5],
  ['--c-muted', '--c-surface', 4.5],
  ['--c-muted', '--c-tile', 4.5],
  ['--c-accent', '--c-tile', 4.5],
  ['--c-accent', '--c-surface', 4.5],
  ['--c-on-fill', '--c-fill', 4.5],
  ['--c-icon', '--c-chip', 3],
  ['--c-icon', '--c-network-chip', 3],
] as const

test.each(
  names.flatMap((name) => pairs.map(([on, ground, least]) => ({ name, on, ground, least }))),
)('$name: $on on $ground is at least $least to 1', ({ name, on, ground, least }) => {
  const look = new Map([...amber, ...declarations(name)])
  const surface = colors(look, '--c-surface')
  const grounds = colors(look, look.has(ground) ? ground : '--c-chip')
  for (const one of colors(look, on))
    for (const other of grounds.length > 0 ? grounds : surface)
      expect(contrast(one, other)).toBeGreaterThanOrEqual(least)
})

test.each(names)('%s: the Save button stands out from the surface', (name) => {
  const look = new Map([...amber, ...declarations(name)])
  const edges = [...colors(look, '--c-button-border'), ...colors(look, '--c-fill')]
  const best = edges.map((edge) =>
    Math.min(...colors(look, '--c-surface').map((surface) => contrast(edge, surface))),
  )
  expect(Math.max(...best)).toBeGreaterThanOrEqual(3)
})

test.each(names)('%s: a dark and a light logo have a ground they stand out from', (name) => {
  const look = new Map([...amber, ...declarations(name)])
  for (const [plate, logo] of [
    ['--c-dark-logo-plate', '#3b3b3b'],
    ['--c-light-logo-plate', '#d0d0d0'],
  ] as const) {
    const [ground = ''] = [...colors(look, plate), ...colors(look, '--c-surface')]
    expect(contrast(logo, ground), plate).toBeGreaterThanOrEqual(1.5)
  }
})

function declarations(name: string): Map<string, string> {
  const css = readFileSync(`${folder}/${name}.css`, 'utf8').replace(/\/\*.*?\*\//gs, '')
  return new Map(
    [...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, key = '', value = '']) => [key, value]),
  )
}

/**
 * Returns every opaque color in the value, with variables resolved; a gradient has several, a
 * transparent value none.
 */
function colors(look: Map<string, string>, name: string): string[] {
  const value = look.get(name) ?? ''
  const [, other] = /^var\((--[\w-]+)\)$/.exec(value.trim()) ?? []
  if (other) return colors(look, other)
  return (value.match(/#[0-9a-f]+\b/gi) ?? []).flatMap((color) =>
    color.length === 4 ? [color.replace(/[0-9a-f]/gi, '$&$&')] : color.length === 7 ? [color] : [],
  )
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}
