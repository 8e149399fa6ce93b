import fc from 'fast-check'
import { expect, test } from 'vitest'
import { handWritten as hostile } from '../../trust/css-payloads.ts'
import { sanitizeCss } from './custom-css.ts'

const scope = '@scope (.bc-page) to (.bc-skip,.bc-bar,.bc-state,.bc-foot,.bc-dock,.bc-note,dialog)'

/** Returns the sanitized CSS without its scope rule. */
function sanitizedRules(text: string): string {
  return sanitize(text).css.slice(scope.length + 1, -1)
}

function reasons(text: string): string[] {
  return sanitize(text).removed.map(({ line, what, why }) => `${line}: ${what}: ${why}`)
}

function sanitize(text: string) {
  const safe = sanitizeCss(text)
  if ('error' in safe) throw new Error(safe.error.sentence)
  return safe
}

test('CSS that changes the appearance is preserved', () => {
  const css = `
    /* The theme */
    .bc-page { --c-accent: #0f766e; --c-heading-prefix: "// "; }
    .bc-page .bc-name { letter-spacing: .02em; text-transform: uppercase }
    .bc-cover { background: linear-gradient(135deg, #0f766e 10%, rgb(8 47 73 / .8)), var(--c-cover, #123); }
    .bc-row:nth-child(2n + 1) > .bc-lnk:not(:hover)::before { content: "\\2192"; position: absolute; z-index: 10 }
    @media (width < 600px) { .bc-save { border-radius: calc(var(--c-radius) * 2) !important; } }
    @supports (display: grid) and (not (display: inline)) { .bc-soc { grid-template-columns: repeat(auto-fit, minmax(52px, 1fr)) } }
    @container (min-width: 760px) { .bc-h { font: 700 18px/1.3 "Georgia", serif } }
    @keyframes glow { from { opacity: .6 } 50%, to { opacity: 1; transform: translateY(-2px) } }
    .bc-save { animation: glow 1.2s cubic-bezier(0,0,1,1) 50ms 3 alternate }
  `
  expect(sanitize(css).removed).toEqual([])
  expect(sanitizedRules(css)).toBe(
    [
      ':scope{--c-accent:#0f766e;--c-heading-prefix:"// "}',
      ':scope .bc-name{letter-spacing:.02em;text-transform:uppercase}',
      '.bc-cover{background:linear-gradient(135deg,#0f766e 10%,rgb(8 47 73/.8)),var(--c-cover,#123)}',
      '.bc-row:nth-child(2n+1)>.bc-lnk:not(:hover)::before{content:"→";position:absolute;z-index:10}',
      '@media (width<600px){.bc-save{border-radius:calc(var(--c-radius)*2)!important}}',
      '@supports (display:grid) and (not (display:inline)){.bc-soc{grid-template-columns:repeat(auto-fit,minmax(52px,1fr))}}',
      '@container (min-width:760px){.bc-h{font:700 18px/1.3"Georgia",serif}}',
      '@keyframes glow{from{opacity:.6}50%,to{opacity:1;transform:translateY(-2px)}}',
      '.bc-save{animation:glow 1.2s cubic-bezier(0,0,1,1) 50ms 3 alternate}',
    ].join(''),
  )
})

test('theme properties keep their former names in stored CSS', () => {
  const css =
    '.bc-page{--c-hw:500;--c-body:serif;--c-x:1px}.bc-save{color:var(--c-surf,var(--c-tile))}'
  const current =
    ':scope{--c-name-weight:500;--c-body-font:serif;--c-x:1px}.bc-save{color:var(--c-surface,var(--c-tile))}'
  expect(sanitizedRules(css)).toBe(current)
  expect(sanitizedRules(sanitize(css).css)).toBe(current)
})

test('removed rules are reported with line and reason, and the rest is preserved', () => {
  const css =
    '@import "https://evil.test/a.css";\n.bc {\n  color: red;\n  background: url(https://evil.test/x);\n}\nbody { margin: 0 }'
  expect(sanitizedRules(css)).toBe('.bc{color:red}')
  expect(reasons(css)).toEqual([
    '1: @import "https://evil.test/a.css";: Only @media, @supports, @container and @keyframes are allowed.',
    "4: background:url(https://evil.test/x): URLs are not allowed: CSS can't load anything.",
    '6: body: Rules can apply only inside the card.',
  ])
})

test.each([
  ['.bc { color: red', 1, 'the } is missing'],
  ['.bc { color: red }\n}', 2, 'unexpected }'],
  ['.a {}\n.bc { color }', 2, 'a colon is expected'],
  ['.bc { color: red }\n/* the end', 2, 'the comment is not closed'],
  ['.bc { content: "a\n" }', 1, 'it is not valid CSS'],
  ['<!-- .bc { color: red } -->', 1, 'it is not valid CSS'],
  ['</style><script>alert(1)</script>', 1, 'a selector is expected'],
  ['{}', 1, 'a selector is expected'],
  ['.a { background: url(a b) }', 1, 'it is not valid CSS'],
  ['.a { width: (((((((((((((((((1))))))))))))))))) }', 1, 'brackets are nested too deeply'],
  ['.a { filter: progid:DXImageTransform.Microsoft.Alpha(opacity=50) }', 1, 'it is not valid CSS'],
  ['.a { --x: { b: c } }', 1, 'it is not valid CSS'],
])('%j is rejected with its line', (css, line, why) => {
  expect(sanitizeCss(css)).toEqual({
    error: { line, sentence: `Custom CSS has an error on line ${line}: ${why}.` },
  })
})

// Each of these is rejected, emptied, or reduced to `color: red`.
test.each(hostile)('%s leaves nothing', (css) => {
  const safe = sanitizeCss(css)
  if ('error' in safe) return
  expect(safe.css).not.toMatch(
    /url|evil|import|fixed|blue|<\/|attr|image|display|inset|infinite|zoom/i,
  )
})

test.each(['1s', '1s,.2s', '0s,100ms'])('an animation may last %s', (durations) => {
  expect(reasons(`.bc { animation-duration: ${durations} }`)).toEqual([])
})

test.each(['5ms', '1s,1ms', '1s,var(--x)'])('an animation may not last %s', (durations) => {
  expect(reasons(`.bc { animation-duration: ${durations} }`)).toEqual([
    expect.stringContaining('Animations must last at least 0.1s'),
  ])
})

test('a name that is a property of every object is no bracket', () => {
  expect(sanitizedRules('@keyframes constructor { to { color: red } }')).toContain('constructor')
})

test('the corpus is large enough', () => expect(hostile.length).toBeGreaterThan(60))

test('more than 300 rules, or 20,000 characters, are rejected', () => {
  const rules = Array.from({ length: 302 }, (_, at) => `.a${at}{color:red}`)
  expect(sanitizedRules(rules.join('')).match(/color/g)).toHaveLength(300)
  expect(reasons(rules.join('\n'))).toEqual([
    '301: .a300{color:red}: Only the first 300 rules are kept.',
    '302: .a301{color:red}: Only the first 300 rules are kept.',
  ])
  expect(sanitizeCss('a'.repeat(20_001))).toEqual({
    error: { line: 1, sentence: 'Custom CSS must be at most 20000 characters' },
  })
})

test.each([
  '{',
  '[',
  '(',
  ':not(',
  '.a{b:calc(',
  '@media(',
  '.a{color:red}',
  '*/',
  '/*',
  '\\',
  '"',
  '.a,',
  '--x:',
  '.a{--x:1;',
  '.a>',
  'a{content:"\\0"}',
])('20,000 characters of %j take less than 150 ms', (piece) => {
  const css = piece.repeat(Math.floor(20_000 / piece.length))
  const times = [1, 2, 3].map(() => {
    // CPU time, so that a busy machine causes no failure.
    const start = process.cpuUsage()
    sanitizeCss(css)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  })
  expect(Math.min(...times)).toBeLessThan(150)
})

test('for any text, it never throws, is idempotent, and loads nothing', () => {
  const piece = fc.constantFrom(
    ...'.bc-name|.bc-page|:scope|*|#a|[href]|[data-x=y]|:has(b)|:not(|:is(|::before|::after|&|>|+|~|,'.split(
      '|',
    ),
    ...'{|}|(|)|[|]|;|:|!important|!ie|/*|*/|"|\'|\\|\\75rl(|url(|url("x")|</|<!--|-->|@|%|#fff'.split(
      '|',
    ),
    ...'color|--c-x|position|z-index|content|animation|fixed|1|99|1s|5ms|red|auto|"a"|"\\0"|"</"|"url("'.split(
      '|',
    ),
    ...'@import|@media|@supports|@keyframes a|@container|@scope|(width<1px)|not|and|from|50%|calc(1px|var(--x|'.split(
      '|',
    ),
    '|',
    ' ',
    '\n',
    '\r\n',
    '\f',
    '\0',
    'é',
    '\u{1f600}',
    '\ud800',
    `${scope}{`,
    '.a{color:red}',
    '@media (width<9px){.a{color:red}}',
  )
  const text = fc.oneof(
    fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
    fc
      .array(fc.array(piece, { maxLength: 6 }), { maxLength: 5 })
      .map((rules) => rules.map((inner) => `.a{${inner.join('')}}`).join('')),
    fc.string({ unit: 'binary', maxLength: 200 }),
  )
  fc.assert(
    fc.property(text, (css) => {
      const safe = sanitizeCss(css)
      if ('error' in safe) return
      expect(safe.css).not.toMatch(/url\(|@import|<\/|expression|position:fixed/i)
      expect(sanitizeCss(safe.css)).toEqual({ css: safe.css, removed: [] })
    }),
    { numRuns: 400 },
  )
})
