import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listStrings, stringsFile, stringsIn } from '../scripts/strings/list.ts'

test('docs/strings.txt lists every sentence as the source has it', () => {
  const isCurrent = readFileSync(stringsFile, 'utf8') === listStrings()
  expect(
    isCurrent,
    `${stringsFile} is out of date. Run npm run strings and commit the result.`,
  ).toBe(true)
})

test.each([
  ['<p className="big one">Hello <b>{name}</b>, you are in.</p>', ['Hello {}, you are in.']],
  ['<Field label="Phone" id="phone-field" />', ['Phone']],
  ['<Field label={isNew ? "Add" : "Edit"} />', ['Add', 'Edit']],
  [
    '<p>Open <a title="Ada">it</a>{done && "All of it is done."}</p>',
    ['Open it{}', 'Ada', 'All of it is done.'],
  ],
  [`toast('Saved', \`Card \${name} saved.\`)`, ['Saved', 'Card {} saved.']],
  ["fail(404, 'Gone')", ['Gone']],
  ["t('Gone')", ['Gone']],
  ['<Trans id="Read the <b>guide</b>" components={{ b: <b /> }} />', ['Read the <b>guide</b>']],
  ["const labels = { title: 'Views', key: 'views' }", ['Views']],
  ["sql`select 1 from users where name is set`; log('warn', 'a job failed')", []],
  ["import x from 'a module'; const id = 'card-12'; const rule = 'select id from users'", []],
])('%s shows %j', (source, sentences) => {
  expect(stringsIn('a.tsx', source)).toEqual(sentences)
})
