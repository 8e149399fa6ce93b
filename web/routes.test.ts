import { isValidElement } from 'react'
import { matchRoutes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { screens } from '../schema/screens.ts'
import { routes } from './routes.tsx'
import { RequireLevel } from './shell/RequireLevel.tsx'

test.each(Object.values(screens).map(({ path }) => path))(
  'the app has a page of its own at %s',
  (path) => {
    const found = matchRoutes(routes, path.replace(':id', '7'))?.at(-1)
    expect(found?.route.path).toBe(path)
  },
)

test('any other path shows the not-found page', () => {
  expect(matchRoutes(routes, '/nowhere')?.at(-1)?.route.path).toBe('*')
})

test.each(Object.values(screens))('$path is behind a guard of its level', ({ path, level }) => {
  const guards = matchRoutes(routes, path)
    ?.map(({ route }) => route.element)
    .filter((element) => isValidElement<{ level: number }>(element))
    .filter(({ type }) => type === RequireLevel)
  expect(guards?.map(({ props }) => props.level)).toEqual(level === 'public' ? [] : [level])
})
