/** Names and calling codes of the countries most cards come from. */

export type Country = {
  name: string
  /** Without the plus sign. */
  code: string
  /** Names that identify the country in an address. */
  names: string[]
}

/** Where countries share a code, the default country is first. */
export const countries: Country[] = `
United States|1|USA|U.S.A.|US
Canada|1
United Kingdom|44|UK|U.K.|England|Scotland|Wales|Northern Ireland|Great Britain
Germany|49|Deutschland
France|33
Spain|34|España
Italy|39|Italia
Portugal|351
Netherlands|31|Nederland|The Netherlands|Holland
Belgium|32|België|Belgique
Luxembourg|352
Switzerland|41|Schweiz|Suisse|Svizzera
Austria|43|Österreich
Ireland|353|Éire
Denmark|45|Danmark
Sweden|46|Sverige
Norway|47|Norge
Finland|358|Suomi
Iceland|354|Ísland
Poland|48|Polska
Czechia|420|Czech Republic|Česko
Slovakia|421|Slovensko
Hungary|36|Magyarország
Romania|40|România
Bulgaria|359
Greece|30|Hellas
Croatia|385|Hrvatska
Slovenia|386|Slovenija
Serbia|381|Srbija
Estonia|372|Eesti
Latvia|371|Latvija
Lithuania|370|Lietuva
Ukraine|380
Turkey|90|Türkiye
Russia|7
Kazakhstan|7
Israel|972
United Arab Emirates|971|UAE|Dubai|Abu Dhabi
Saudi Arabia|966|KSA
Egypt|20
Morocco|212|Maroc
Nigeria|234
Ghana|233
Kenya|254
South Africa|27
India|91
Pakistan|92
Bangladesh|880
Sri Lanka|94
China|86
Hong Kong|852
Taiwan|886
Japan|81
South Korea|82|Korea
Singapore|65
Malaysia|60
Thailand|66
Vietnam|84|Viet Nam
Indonesia|62
Philippines|63
Australia|61
New Zealand|64|Aotearoa
Mexico|52|México
Brazil|55|Brasil
Argentina|54
Chile|56
Colombia|57
Peru|51|Perú
`
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', code = '', ...names] = line.split('|')
    return { name, code, names: [name, ...names] }
  })
