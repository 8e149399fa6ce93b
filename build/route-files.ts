/** The scripts that a first visit to each route loads before it shows the page. */

export type Chunk = {
  type: 'chunk'
  code: string
  name: string
  imports: string[]
  dynamicImports: string[]
  facadeModuleId: string | null
  moduleIds: string[]
}

export type RouteFiles = { route: string; files: string[] }

/** Pages that do not load the app shell. */
const withoutShell = [
  'accounts/sign-in/Auth',
  'analytics/shared/Shared',
  'boards/SharedEvent',
  'cards/pocket/Pocket',
]

/** The chunks of a build by file name. */
export function chunksOf<Part extends { type: string }>(bundle: Record<string, Part>) {
  type Entry = [string, Extract<Part, { type: 'chunk' }>]
  const isChunk = (entry: [string, Part]): entry is Entry => entry[1].type === 'chunk'
  return new Map(Object.entries(bundle).filter(isChunk))
}

/** The scripts of the landing page with its dynamic imports, and of each page of the app with its static imports only. */
export function routeFiles(chunks: Map<string, Chunk>): RouteFiles[] {
  const find = (is: (chunk: Chunk) => boolean) => [...chunks].find(([, chunk]) => is(chunk))?.[0]
  const [app, start, capture] = ['app', 'start', 'capture'].map((entry) =>
    find(({ name }) => name === entry),
  )
  const landing = find(({ moduleIds }) =>
    moduleIds.some((id) => id.endsWith('/web/landing/main.ts')),
  )
  const shell = find(({ facadeModuleId }) => facadeModuleId?.endsWith('/shell/Shell.tsx') ?? false)
  const pages = [...chunks].flatMap(([file, { facadeModuleId }]) => {
    const [, route] = /\/web\/(.+)Page\.tsx$/.exec(facadeModuleId ?? '') ?? []
    if (!route || !app) return []
    // A document of its own.
    if (route === 'capture/Capture')
      return [{ route, files: filesFrom(chunks, [capture, file], false) }]
    const first = [app, start, withoutShell.includes(route) ? undefined : shell, file]
    return [{ route, files: filesFrom(chunks, first, false) }]
  })
  return [
    ...(landing ? [{ route: 'landing', files: filesFrom(chunks, [landing], true) }] : []),
    ...pages,
  ]
}

/** Returns the chunks that these files load, with or without dynamic imports. */
export function filesFrom(
  chunks: Map<string, Pick<Chunk, 'imports' | 'dynamicImports'>>,
  first: (string | undefined)[],
  isDynamic: boolean,
): string[] {
  const files = new Set<string>()
  const queue = [...first]
  while (queue.length > 0) {
    const file = queue.pop() ?? ''
    const chunk = chunks.get(file)
    if (!chunk || files.has(file)) continue
    files.add(file)
    queue.push(...chunk.imports, ...(isDynamic ? chunk.dynamicImports : []))
  }
  return [...files]
}
