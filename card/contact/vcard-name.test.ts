import { expect, test } from 'vitest'
import fieldCases from '../../test/field-cases/f32-name-parts.json' with { type: 'json' }
import moreCases from '../../test/field-cases/f43-name-parts.json' with { type: 'json' }
import { findings, makeCard } from '../testing/checked-card.ts'
import { lineOf, write } from '../testing/contact-file.ts'
import { nameWords, splitName } from './vcard-name.ts'

test.each([...fieldCases, ...moreCases])('the parts of $name', ({ name, ...parts }) => {
  expect(splitName(name)).toEqual(parts)
  const { family, given, additional, prefix, suffix } = parts
  const n = [family, given, additional, prefix, suffix].join(';')
  expect(lineOf(write({ name }), 'N:')).toBe(`N:${n}`)
})

/** Prefix, given, additional and family name, suffix. */
test.each([
  ['Dr. rer. nat. Eva Weiß', 'Dr. rer. nat.|Eva||Weiß|'],
  ['Prof. Dr. h. c. mult. Jan Roth', 'Prof. Dr. h. c. mult.|Jan||Roth|'],
  ['Dr.-Ing. Eva Weiß', 'Dr.-Ing.|Eva||Weiß|'],
  ['Dipl.-Kfm. Jan Roth', 'Dipl.-Kfm.|Jan||Roth|'],
  ['Mag. (FH) Eva Weiß', 'Mag. (FH)|Eva||Weiß|'],
  ['Univ.-Prof. Dr. Eva von Weiß', 'Univ.-Prof. Dr.|Eva||von Weiß|'],
  ['PD Dr. Jan Roth', 'PD Dr.|Jan||Roth|'],
  ['Dott.ssa Anna Rossi', 'Dott.ssa|Anna||Rossi|'],
  ['MUDr. Jana Nováková', 'MUDr.|Jana||Nováková|'],
  ['Sra. Ana García', 'Sra.|Ana||García|'],
  ['Dr. Nat King', 'Dr.|Nat||King|'],
  ['Dr. Phil Collins', 'Dr.|Phil||Collins|'],
  ['P.D. James', '|P.D.||James|'],
  ['Don Draper', '|Don||Draper|'],
  ['Don José García', 'Don|José||García|'],
  ['Weiß, Dr. med. Eva', 'Dr. med.|Eva||Weiß|'],
  ['Dr. Weiß, Eva', 'Dr.|Eva||Weiß|'],
  ['Doe, Jane, Dr., MBA', '|Jane||Doe|Dr., MBA'],
  ['Ada King, RDN', '|Ada||King|RDN'],
  ['KING, ADA', '|ADA||KING|'],
  ['Ada King (they/them)', '|Ada||King|'],
  ['Ada King [she/her/hers]', '|Ada||King|'],
  ['Ada King she/her', '|Ada||King|'],
  ['Ada King, she/her', '|Ada||King|'],
  ['Ada King · she/they', '|Ada||King|'],
  ['Eva Weiß (sie/ihr)', '|Eva||Weiß|'],
  ['Eve Martin (elle)', '|Eve||Martin|'],
  ['Ada King (née Byron)', '|Ada||King|'],
  ['Ada King (she/her) | CEO', '|Ada||King|'],
  ['Ada King|CEO at North', '|Ada||King|'],
  ['Ada King – Founder', '|Ada||King|'],
  ['Ada King - CEO', '|Ada||King|'],
  ['Ada King - Head of Sales', '|Ada||King|'],
  ['Ada King @ North Tools', '|Ada||King|'],
  ['Ada King OBE', '|Ada||King|OBE'],
  ['Ada King KC MP', '|Ada||King|KC MP'],
  ['Yo Yo Ma', '|Yo|Yo|Ma|'],
  ['Ada Byron King MA', '|Ada|Byron|King|MA'],
  ['Máire Ní Bhriain', '|Máire||Ní Bhriain|'],
  ['Seán Mac Mathúna', '|Seán||Mac Mathúna|'],
  ['Jill St. John', '|Jill||St. John|'],
  ['Santiago Ramón y Cajal', '|Santiago||Ramón y Cajal|'],
  ['Antoni Gaudí i Cornet', '|Antoni||Gaudí i Cornet|'],
  ['Ana Costa e Silva', '|Ana||Costa e Silva|'],
  ['John E Smith', '|John|E|Smith|'],
  ['Karl von und zu Berg', '|Karl||von und zu Berg|'],
  ["Jan van 't Hoff", "|Jan||van 't Hoff|"],
  ['(Ada)', '|(Ada)|||'],
  // A title and one name, titles and roles after the comma, and degrees with a space.
  ['Frau Dr. Weiß', 'Frau Dr.|||Weiß|'],
  ['Sir Elton', 'Sir|Elton|||'],
  ['Ada King, Dipl.-Ing.', '|Ada||King|Dipl.-Ing.'],
  ['prof. MUDr. Jan Novák, DrSc.', 'prof. MUDr.|Jan||Novák|DrSc.'],
  ['Draper, Don', '|Don||Draper|'],
  ['Ada King, Head of Sales', '|Ada||King|'],
  ['Ada King, CEO & Founder', '|Ada||King|'],
  ['CEO | Ada King', '|Ada||King|'],
  ['García López, María del Carmen', '|María|del Carmen|García López|'],
  ['Ada King, M. Sc.', '|Ada||King|M.Sc.'],
  ['M.Sc. Jan Roth', 'M.Sc.|Jan||Roth|'],
  ['M.A. Jinnah', '|M.A.||Jinnah|'],
  ['Jane Doe, PMP®, CSM®', '|Jane||Doe|PMP®, CSM®'],
  ['Sir Tim Berners-Lee OM KBE FRS', 'Sir|Tim||Berners-Lee|OM KBE FRS'],
  ['dr hab. inż. Jan Kowalski', 'dr hab. inż.|Jan||Kowalski|'],
  // What belongs to no part.
  ['William “Bill” Gates', '|William||Gates|'],
  ['Robert (Bob) Jones Jr.', '|Robert||Jones|Jr.'],
  ["Jan van 't Hoff-'t Hart", "|Jan||van 't Hoff-'t Hart|"],
  ['Anna Müller geb. Schmidt', '|Anna||Müller|'],
  ['Ada King 🚀', '|Ada||King|'],
  ['山田 太郎 様', '|太郎||山田|'],
  ['João Silva Filho', '|João||Silva|Filho'],
])('%s is split as %s', (name, parts) => {
  const { prefix, given, additional, family, suffix } = splitName(name)
  expect([prefix, given, additional, family, suffix].join('|')).toBe(parts)
})

test('the words of a name are those displayed, in their order', () => {
  expect(nameWords('Lovelace, Dr. Ada')).toEqual(['Lovelace', 'Ada'])
  expect(nameWords('Prof. Dr. Max Planck Jr. (he/him) | Physics')).toEqual(['Max', 'Planck'])
  expect(nameWords('')).toEqual([])
})

test('a name of any length is split', () => {
  const long = `${'a '.repeat(100_000)}${' '.repeat(100_000)}(x`
  expect(splitName(long).given).toBe('a')
})

test('the Contact Check does not miss pronouns and roles in the name parts', () => {
  const nameParts = {
    prefix: 'Dr. med.',
    given: 'Ada',
    additional: null,
    family: 'King',
    suffix: null,
  }
  for (const name of [
    'Dr. med. Ada King (she/her)',
    'Dr. med. Ada King | CEO',
    'Dr. med. Ada King',
  ]) {
    const ids = (customizations: object) => {
      const made = makeCard()
      const card = { ...made, name, customizations: { ...made.customizations, ...customizations } }
      return findings(card).map(({ id }) => id)
    }
    expect(ids({ nameParts })).not.toContain('name-parts')
    expect(ids({})).not.toContain('name-split')
    expect(ids({ nameParts: { ...nameParts, family: 'Byron' } })).toContain('name-parts')
  }
})
