/** Forms that no rule makes of one another. Regular endings are the index's own affair. */
const FORMS = `
  arise arose arisen|awake awoke awoken|bear bore born borne|beat beaten|become became|begin began begun|bend bent|
  bind bound|bite bit bitten|bleed bled|blow blew blown|break broke broken|breed bred|bring brought|build built|
  burn burnt|buy bought|catch caught|choose chose chosen|cling clung|come came|creep crept|deal dealt|dig dug|
  draw drew drawn|dream dreamt|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|
  fight fought|find found|flee fled|fly flew flown|forbid forbade forbidden|forget forgot forgotten|
  forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go went gone|grind ground|grow grew grown|
  hang hung|hear heard|hide hid hidden|hold held|keep kept|kneel knelt|know knew known|lay laid|lead led|lean leant|
  learn learnt|leave left|lend lent|lie lay lain|light lit|lose lost|make made|mean meant|meet met|overcome overcame|
  override overrode overridden|overwrite overwrote overwritten|pay paid|prove proven|rebuild rebuilt|redo redid redone|
  rewrite rewrote rewritten|ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|seek sought|
  sell sold|send sent|shake shook shaken|shine shone|shoot shot|show shown|shrink shrank shrunk|sing sang sung|
  sink sank sunk|sit sat|sleep slept|slide slid|speak spoke spoken|speed sped|spend spent|spin spun|spring sprang sprung|
  stand stood|steal stole stolen|stick stuck|sting stung|strike struck|swear swore sworn|sweep swept|swell swollen|
  swim swam swum|swing swung|take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown|
  understand understood|undo undid undone|wake woke woken|wear wore worn|weave wove woven|weep wept|win won|wind wound|
  withdraw withdrew withdrawn|write wrote written|
  analysis analyses|appendix appendices|axis axes|child children|crisis crises|criterion criteria|datum data|foot feet|
  half halves|hypothesis hypotheses|index indices indexes|knife knives|leaf leaves|life lives|man men|matrix matrices|
  mouse mice|person people|schema schemata|shelf shelves|thief thieves|tooth teeth|vertex vertices|wife wives|woman women`

const byForm = new Map(
  FORMS.split('|')
    .map((line) => line.trim().split(/\s+/))
    .flatMap((forms) => forms.map((form) => [form, forms] as const)),
)

/** The word and its irregular forms, the word first. */
export function formsOf(word: string): readonly string[] {
  const forms = byForm.get(word)
  return forms ? [word, ...forms.filter((form) => form !== word)] : [word]
}
