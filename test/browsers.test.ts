import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', 'web', 'card', 'schema'],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /^(?!.*(\.test\.|\.d\.ts|testing\/)).+\.tsx?$/.test(file))

/** DOM methods that TypeScript knows and a supported browser lacks, with what to use instead. */
const newer: [RegExp, string][] = [
  [/\bURL\.parse\(/, 'URL.canParse() and new URL()'],
  [/\.bytes\(\)/, 'arrayBuffer()'],
  [/\.(moveBefore|setHTML|setHTMLUnsafe|getHTML)\(/, 'older methods of Element'],
  [/\.requestClose\(|\.closedBy\b/, 'close()'],
  [
    /\bnew (CloseWatcher|Observable)\b|\bnavigation\.\w+\(|\bscheduler\.\w+\(|\bcookieStore\b/,
    'an older API',
  ],
  [/\bparse(Creation|Request)OptionsFromJSON\(/, '@simplewebauthn/browser'],
]

test('the browser calls nothing that a supported browser lacks', () => {
  const found = files.flatMap((file) => {
    const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/ .*/g, '')
    return newer
      .filter(([call]) => call.test(code))
      .map(([call, instead]) => `${file}: ${call}, use ${instead}`)
  })
  expect(found).toEqual([])
})
