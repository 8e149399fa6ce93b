/** The code blocks of a document, so that tests run exactly what people copy. Only tests import this. */
import { readFileSync } from 'node:fs'

/** The first block of that language below the heading that has the text, if one is given. */
export function recipe(file: string, heading: string, { language = '', having = '' } = {}): string {
  const [, section = ''] = readFileSync(file, 'utf8').split(`\n### ${heading}\n`)
  const [ofHeading = ''] = section.split(/\n##+ /)
  for (const [, named, code = ''] of ofHeading.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm))
    if (named === language && code.includes(having)) return code
  throw new Error(`${file} has no recipe in ${language} for ${heading}`)
}
