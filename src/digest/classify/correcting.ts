/** Who says that what he said was not so. */
export const CORRECTING =
  /(?<!\p{L})(?:correction|actually|wrong|misspoke|mis(?:counted|read|typed)|typo|mixed (?:that|it|them) up|my (?:bad|mistake)|no longer|not any ?more|scratch that|korrektur|tatsächlich|vertan|stimmt nicht|en fait|trompé|erreur de ma|en realidad|equivoqué|perdón|sbagliato|errei|foutje|oprava|spletl)(?!\p{L})|更正|说错|訂正|間違/iu
