/** Types of the `vcf` parser. */
declare module 'vcf' {
  type Property = {
    valueOf(): string
    type?: string | string[]
    pref?: string
    group?: string
  }
  class Vcf {
    version: string
    parse(text: string): Vcf
    get(name: string): Property | Property[] | undefined
  }

  export = Vcf
}
