/** Cuts a pasted email down to its signature, splits that into parts, and recognizes kinds of parts. */
import { withoutMarks } from '../../schema/text.ts'

// `Dublin: 8 Merrion Row` starts the address of another office.
const office = /^\p{L}{2,20} ?: ?/u

/** Ends the text of an email: the signature starts below it. */
const closing =
  /^(?:(?:best|kind|kindest|warm|warmest|many|with best|with kind)? ?regards|best(?: wishes)?|yours (?:sincerely|faithfully|truly)|sincerely(?: yours)?|cheers|thanks|thank you|many thanks|all the best|respectfully|mit (?:freundlichen|besten|herzlichen|lieben|freundlichem) gr(?:ü|ue)(?:ß|ss)(?:en)?|(?:viele|beste|liebe|herzliche|freundliche|sch(?:ö|oe)ne) gr(?:ü|ue)(?:ß|ss)e|mfg|lg|vg|(?:bien )?cordialement|bien à vous|salutations distinguées|saludos(?: cordiales)?|un (?:cordial )?saludo|atentamente|atenciosamente|cumprimentos|com os melhores cumprimentos|abraços|cordiali saluti|distinti saluti|un saluto|met vriendelijke groeten?|vriendelijke groet(?:en)?|med vänliga hälsningar|vänliga hälsningar|med vennlig hilsen|vennlig hilsen|med venlig hilsen|mvh|ystävällisin terveisin|pozdrawiam|z poważaniem|s pozdravem|üdvözlettel|cu stimă|с уважением|з повагою|saygılarımla|よろしくお願いいたします。?|敬具|此致|감사합니다\.?|مع خالص التحية|تحياتي|בברכה)[,.!، ]{0,3}$/iu

/** Starts a notice that ends the signature. */
const disclaimer =
  /\b(?:confidential(?:ity)?|privileged|disclaimer|intended (?:solely|only|recipient)|this (?:e-?mail|message|communication)|vertraulich|diese (?:e-?mail|nachricht)|ce (?:message|courriel)|confidentiel|este (?:mensaje|correo|e-?mail)|esta mensagem|confidencial|questo messaggio|questa e-?mail|riservat[oe]|dit bericht|deze e-?mail|vertrouwelijk|detta meddelande|denne e-?post|ta wiadomość|poufne|tento e-?mail)(?!\p{L})|данное сообщение|конфиденциальн|本メール|本邮件|本郵件|이 메일은|هذه الرسالة|הודעה זו/iu

/** Lines that say nothing about the person: registrations, slogans on printing, mobile mail programs. */
const legalLine =
  /\b(?:vat|tva|iva|ust|mwst|btw|moms|nip|regon|krs|siret|siren|rcs|cif|cnpj|abn|acn|ein|kvk|hrb|hra|cvr|uid|org\.? ?n[ro]|p\.? ?iva|c\.? ?f\.?|cod(?:ice|\.)? ?fisc(?:ale|\.)?|partita iva|tax|tin|nif|cpf|rfc|rut|ruc|cuit|oib|st(?:euer)?\.?-?(?:nr|nummer)|cui|ičo|dič|dnb|iban|bic)\b[. :-]{0,3}(?:id|no|nr|n°|number|reg|[\d#]|[a-z]{2}\d)|\b(?:registered (?:in|office|company|address)|company (?:no|number|reg)|amtsgericht|registergericht|handelsregister|sitz der gesellschaft|geschäftsführ(?:er|ung|erin):|vorstand:|aufsichtsrat|rechtsform|capital (?:social|de)|siège social|trading as|regulated by|sra (?:no|number)|licen[cs]e (?:no|#|number)|nmls|dre #|bar no)|ИНН|ОГРН|please consider the environment|think before|before printing|denken sie an die umwelt|pensez à l.environnement|sent from my|get outlook for|von meinem iphone|envoyé de mon|enviado desde mi|inviato da iphone|unsubscribe|view in browser|follow us|folgen sie uns|suivez-nous|síguenos/iu

const titleWord =
  /(?<!\p{L})(?:ceo|cto|cfo|coo|cmo|cio|ciso|cpo|cro|chro|vp|svp|evp|avp|md|gm|chief|president|vice president|vice-president|founder|co-?founder|owner|co-?owner|partner|principal|director|manager|managers|head of|head|lead|leader|supervisor|coordinator|administrator|assistant|associate|executive|officer|secretary|treasurer|chair|chairman|chairwoman|chairperson|engineer|developer|programmer|architect|designer|analyst|scientist|researcher|technician|specialist|consultant|consultante|advisor|adviser|strategist|planner|buyer|broker|agent|realtor|accountant|auditor|controller|bookkeeper|lawyer|attorney|solicitor|barrister|counsel|paralegal|notary|judge|doctor|physician|surgeon|nurse|dentist|therapist|psychologist|pharmacist|veterinarian|teacher|professor|lecturer|instructor|tutor|postdoc|ph\.?d\.? (?:student|candidate)|student|intern|trainee|apprentice|editor|writer|author|journalist|copywriter|translator|interpreter|photographer|videographer|filmmaker|artist|illustrator|musician|producer|curator|librarian|chef|sommelier|barista|coach|trainer|recruiter|representative|evangelist|ambassador|freelancer|geschäftsführ(?:er|erin)|geschäftsleit(?:er|erin|ung)|inhaber(?:in)?|leiter(?:in)?|abteilungsleiter(?:in)?|teamleiter(?:in)?|projektleiter(?:in)?|vertriebsleiter(?:in)?|referent(?:in)?|sachbearbeiter(?:in)?|berater(?:in)?|steuerberater(?:in)?|rechtsanw(?:alt|ältin)|notar(?:in)?|arzt|ärztin|facharzt|fachärztin|ingenieur(?:in)?|entwickler(?:in)?|architekt(?:in)?|gestalter(?:in)?|redakteur(?:in)?|vorstand|prokurist(?:in)?|assistent(?:in)?|mitarbeiter(?:in)?|professorin|dozent(?:in)?|directeur|directrice|directeur général|gérant(?:e)?|responsable|chef de|cheffe de|chargé(?:e)? de|ingénieur(?:e)?|avocat(?:e)?|conseiller|conseillère|fondateur|fondatrice|président(?:e)?|architecte|développeu(?:r|se)|médecin|vedoucí|diseñador(?:a)?|gerente|jefe|jefa|directora|fundador(?:a)?|abogad[oa]|ingenier[oa]|arquitect[oa]|consultor(?:a)?|coordinador(?:a)?|responsabile|direttore|direttrice|titolare|fondatore|avvocato|ingegnere|architetto|consulente|diretor(?:a)?|advogad[oa]|engenheir[oa]|sócio|sócia|coordenador(?:a)?|eigenaar|oprichter|adviseur|ontwikkelaar|verkoper|vd|säljare|projektledare|utvecklare|konsult|jurist|advokat|daglig leder|rådgiver|utvikler|konsulent|direktør|toimitusjohtaja|johtaja|asiantuntija|dyrektor|kierownik|prezes|specjalista|specjalistka|właściciel(?:ka)?|ředitel(?:ka)?|jednatel(?:ka)?|manažer(?:ka)?|ügyvezető|igazgató|müdür(?:ü)?|yönetici|kurucu|mühendis(?:i)?)(?!\p{L})/iu
const titleOther =
  /(?:директор|менеджер|руководитель|инженер|специалист|консультант|начальник|юрист|адвокат|разработчик|дизайнер|бухгалтер|основатель|代表取締役|取締役|社長|部長|課長|係長|主任|執行役員|エンジニア|デザイナー|マネージャー?|ディレクター|弁護士|总经理|總經理|经理|經理|总监|總監|工程师|工程師|设计师|董事|主管|顾问|대표이사|대표|이사|부장|과장|차장|팀장|매니저|엔지니어|디자이너|مدير|مهندس|محام|رئيس|مستشار|מנכ״ל|מנכ"ל|מנהל|מהנדס|יועץ)/iu

/** Legal forms: sure evidence of a company name. */
export const legalForm =
  /(?<![\p{L}.])(?:gmbh(?: & co\.? kg)?|ag|kg|ohg|ug|e\.? ?k\.|e\. ?v\.|gbr|mbh|ltd|limited|llc|l\.l\.c\.|llp|plc|inc|incorporated|corp|corporation|co\.|pty|pte|sas|s\.a\.s\.|sarl|s\.a\.r\.l\.|s\.a\.|sa de cv|s\.l\.|s\.l\.u\.|slu|srl|s\.r\.l\.|spa|s\.p\.a\.|b\.v\.|bv|n\.v\.|ab|asa|a\/s|aps|oyj?|sp\. ?z ?o\. ?o\.|s\.a|s\.r\.o\.|a\.s\.|kft\.?|zrt\.?|ltda|eireli|ooo|ООО|АО|ЗАО|ТОВ|A\.Ş\.|ltd\. şti\.)(?![\p{L}])\.?|株式会社|有限会社|合同会社|有限公司|股份公司|주식회사|\(주\)|شركة|בע["״]מ/iu

/** Words that usually, but not always, belong to the name of an organization. */
export const organizationWord =
  /(?<!\p{L})(?:university|college|institute|hospital|clinic|foundation|association|society|council|ministry|museum|bank|group|studio|studios|partners|associates|consulting|solutions|technologies|systems|labs?|agency|architects|realty|properties|universität|hochschule|institut|klinik(?:um)?|stiftung|verein|kanzlei|praxis|université|hôpital|fondation|cabinet|mairie|universidad|universitat|hospital|fundación|ayuntamiento|universidade|università|ospedale|studio legale|universiteit|gemeente|stichting|universitet|kommun|kommune|uniwersytet|univerzita|университет|институт|больница|大学|大學|病院|医院|银行|銀行|대학교|병원|جامعة|אוניברסיטת)(?!\p{L})|(?:大学|大學|病院|医院|銀行|银行|대학교|병원)/iu

export const department =
  /^(?:department|dept\.?|faculty|school|division|office) of |^(?:abteilung|abt\.|fachbereich|département|departamento|dipartimento|wydział|кафедра|отдел)(?!\p{L})|(?<!\p{L})(?:department|abteilung)$/iu

export const pronouns =
  /\(?(?<!\p{L})(?:pronouns? ?: ?)?((?:she|he|they|ze|xe|any)(?:\/(?:her|hers|him|his|them|theirs|they|she|he|zir|xem)){1,3})(?!\p{L})\)?/iu

const streetWord =
  /(?<!\p{L})(?:street|st\.?|avenue|ave\.?|road|rd\.?|lane|ln\.?|drive|dr\.|boulevard|blvd\.?|square|way|court|plaza|terrace|parkway|pkwy|highway|hwy|quay|row|close|crescent|floor|suite|ste\.?|unit|rue|chemin|quai|place|cours|allée|impasse|via|viale|piazza|corso|largo|calle|c\/|avda\.?|avenida|av\.|paseo|carrer|carrera|rua|travessa|praça|alameda|ul\.|ulica|aleja|al\.|utca|strada|str\.|bulevardul|cad\.|caddesi|sok\.|mah\.|улица|ул\.|проспект|пр\.|пр-т|наб\.|שדרות|רחוב|شارع|طريق)(?!\p{L})|\p{L}{2}(?:straße|strasse|str\.|weg|platz|allee|gasse|damm|ufer|gatan|vägen|gade|vej|veien|gata|straat|laan|gracht|kade|plein|weg|katu|tie)(?!\p{L})/iu

const postcode =
  /〒 ?\d{3}-?\d{4}|(?<![\p{L}\d])(?:[A-Z]{2},? \d{5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|(?:NSW|VIC|QLD|SA|WA|TAS|ACT|NT) \d{4}|(?:[A-Z]{1,2}-)?\d{4,5} \p{Lu}\p{L}+|\d{4} ?[A-Z]{2},? \p{Lu}\p{L}+|\d{2}-\d{3} \p{Lu}\p{L}+|\d{4}-\d{3} \p{Lu}\p{L}+|\d{3} \d{2} \p{Lu}\p{L}+|\d{5}-\d{3}|\p{Lu}\p{Ll}+,? \d{6}|\d{6},? \p{Lu}\p{Ll}+)(?![\p{L}\d])/u

const eastAsianAddress =
  /(?:[都道府県省市区區町村路街段弄巷号號樓楼]|丁目|[시구로길동])[^a-z]{0,30}\d|\d[^a-z]{0,12}(?:号|號|丁目|番地|[路街区區]|[시구로길동])/iu

/** A line that continues the address next to it, such as a building or a country. */
const addressNeighbour =
  /^(?:.{2,40} (?:house|building|tower|centre|center|haus|gebäude)|(?:edificio|bâtiment|gebouw|torre) .{1,40}|usa|u\.s\.a\.|united states(?: of america)?|uk|united kingdom|england|scotland|wales|ireland|canada|australia|new zealand|deutschland|germany|österreich|austria|schweiz|suisse|switzerland|france|españa|spain|italia|italy|portugal|brasil|brazil|méxico|mexico|argentina|chile|colombia|nederland|the netherlands|netherlands|belgië|belgique|belgium|sverige|sweden|norge|norway|danmark|denmark|suomi|finland|polska|poland|česká republika|czech republic|magyarország|hungary|românia|romania|türkiye|turkey|israel|india|japan|日本|china|中国|singapore|south korea|대한민국|south africa|kenya|nigeria|россия|україна|uae|united arab emirates)$/iu

const addressLabel =
  /^(?:address|adresse|anschrift|dirección|direccion|endereço|indirizzo|adres|adress|osoite|адрес|住所|地址|주소|العنوان|כתובת|office|a)\.? {0,2}: {0,2}/iu

/** Mailboxes of a team rather than of a person. */
export const teamMailbox =
  /^(?:info|hello|hallo|hi|contact|kontakt|contacto|contato|office|mail|sales|support|team|service|admin|buero|büro|studio|press|booking|reservations|enquiries|praxis|kanzlei)$/i

/** Mail services whose domain says nothing about the company. */
export const freeMail =
  /^(?:gmail|googlemail|outlook|hotmail|live|msn|yahoo|ymail|icloud|me|mac|aol|gmx|web|t-online|freenet|proton|protonmail|pm|fastmail|zoho|yandex|mail|orange|wanadoo|free|laposte|libero|tiscali|uol|bol|qq|163|126|naver|daum|hanmail|seznam|wp|onet|o2)$/i

const maxLines = 40
const longestLine = 200

/** A part of a line, with the number of its line. */
export type Part = { text: string; line: number }

/** Returns the parts of the signature in order; separators, quotes, notices and legal lines are removed. */
export function signatureParts(text: string): Part[] {
  const lines = cleanLines(text)
  const start = Math.max(startAfter(lines, /^(?:--|—|___*)$/), startAfter(lines, closing))
  const end = lines.findIndex((line, at) => at >= start && isNotice(line))
  return lines
    .slice(start, end < 0 ? undefined : end)
    .slice(0, maxLines)
    .flatMap((line, at) =>
      line.length > longestLine || legalLine.test(line)
        ? []
        : partsOf(line).map((part) => ({ text: part, line: at })),
    )
}

/** Returns the index of the line after the last match; 0 if nothing follows it. */
function startAfter(lines: string[], pattern: RegExp): number {
  const at = lines.findLastIndex((line) => pattern.test(line))
  return lines.slice(at + 1).some((line) => line !== '') ? at + 1 : 0
}

function isNotice(line: string): boolean {
  return disclaimer.test(line) && line.length > 25
}

function cleanLines(text: string): string[] {
  return text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .split('\n')
    .map((line) => clean(line))
}

function clean(line: string): string {
  return [...withoutMarks(line.slice(0, 2000)).replace(/[\ufe0f\u200c]/g, '')]
    .map((character) => symbols.get(character) ?? asciiOf(character))
    .join('')
    .replace(/\[(?:cid|image|logo|bild|imagen?)[^[\]]{0,200}\]/gi, ' ')
    .replace(/^(?:> ?){1,9}/, '')
    .replace(/(?<![\p{L}\p{N}])[*_]{1,3}(?=\p{L})|(?<=[\p{L}.)])[*_]{1,3}(?![\p{L}\p{N}])/gu, '')
    .replace(/[ \u00a0\u2000-\u200a\u202f\u3000]+/g, ' ')
    .trim()
}

// Icons used as labels.
const symbols = new Map([
  ['📱', ' Mobile: '],
  ['📲', ' Mobile: '],
  ['📞', ' Tel: '],
  ['☎', ' Tel: '],
  ['✆', ' Tel: '],
  ['☏', ' Tel: '],
  ['📠', ' Fax: '],
  ['🖷', ' Fax: '],
  ['📧', ' Email: '],
  ['✉', ' Email: '],
  ['🌐', ' Web: '],
  ['🔗', ' Web: '],
  ['📍', ' Address: '],
  ['🏢', ' '],
])

/** Returns full-width digits and punctuation as ASCII. */
function asciiOf(character: string): string {
  return /[\uff0b-\uff20\uff5c\uff08\uff09]/.test(character)
    ? String.fromCharCode(character.charCodeAt(0) - 0xfee0)
    : character
}

function partsOf(line: string): string[] {
  return line
    .split(/[\t|•·▪■◆∙‖¦❘]| \/\/ |(?<=\d) \/ (?=[+(A-Z])/)
    .map((part) => part.replace(/^[\s,;–—-]{1,9}/, '').trim())
    .map((part) => (/^[\p{P}\p{S}\s]*$/u.test(part) ? '' : part))
    .filter((part) => part !== '')
}

export function isTitle(text: string): boolean {
  return (
    text.length <= 120 && !/\d{3}/.test(text) && (titleWord.test(text) || titleOther.test(text))
  )
}

/** Whether the text is a line of a postal address. */
function isAddress(text: string): boolean {
  if (text.length > 200 || text.includes('@')) return false
  if (postcode.test(text) || /(?<!\p{L})p\.? ?o\.? box \d/iu.test(text)) return true
  if (/[\p{scx=Han}\p{scx=Hangul}]/u.test(text) && eastAsianAddress.test(text)) return true
  return /\d/.test(text) && streetWord.test(text)
}

/** Returns the first run of address lines, including a building before and a country after it, and the other parts. */
export function takeAddress(parts: Part[]): { address: string; rest: Part[] } | undefined {
  const start = parts.findIndex((part) => isLine(part) && !legalForm.test(part.text))
  if (start < 0) return undefined
  let end = start + 1
  while (isNear(parts[end - 1], parts[end]) && continues(parts[end])) end += 1
  const hasBuilding = isNear(parts[start - 1], parts[start]) && isNeighbour(parts[start - 1])
  const from = hasBuilding ? start - 1 : start
  const lines = parts
    .slice(from, end)
    .map(({ text }) => text.replace(addressLabel, '').replace(office, '').replace(/,$/, ''))
  return { address: lines.join('\n'), rest: parts.toSpliced(from, end - from) }
}

function continues(part: Part | undefined): boolean {
  return part !== undefined && !office.test(part.text) && (isLine(part) || isNeighbour(part))
}

function isLine({ text }: Part): boolean {
  return isAddress(text) || (addressLabel.test(text) && /\d/.test(text))
}

function isNeighbour(part: Part | undefined): boolean {
  return part !== undefined && addressNeighbour.test(part.text)
}

function isNear(one: Part | undefined, other: Part | undefined): boolean {
  return one !== undefined && other !== undefined && other.line - one.line <= 1
}
