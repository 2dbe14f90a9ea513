/** Words and names that lie near the vocabulary and mean themselves; they are never mended. */
export const REAL_WORDS: ReadonlySet<string> = new Set(
  `
    accounts adds amounts arise augusta balanced ball balls banks beast beat being bell bells bets bien
    billy bind bing bink blank blow boring brig brill brings bull bulls bunk bust case chang changed
    changes charged charger charges chased chaser chases checks chick chose chuck clint cold comet
    confirms contacted contract contracts couldn crate created creates crete cult curt customary cute
    cuts daft debut deceived deleted delivers dent discord dismount dispatched dispatcher displays
    disturbs dollar drat drift ease edet edith eights erased eraser ever excluded exit fend fiend finds
    fine fined fins fist fitch fletch fond form fort forth forwards fridays fund gave generated
    generator gent gets given giver gives hundreds included includes issued issues jane jube knack
    knocks lass lasts least lest lists loss lost lust maker makes male mali mare marks mere mike
    millions mode mondays moore morse nest news newt nude numbers opens owned owning pair pang parson
    parton peoples performances persona persons phoned phones phoney pill pint plaid pleased pleases
    poll pong pout prepared prepares prices pride prince printed produced producer produces projecting
    projects protected protection pulls pulp puts putt putz quarters quartet raised raises receive
    receiver receives records registered registry reindeer reminded reminding reminds removed removes
    rise ruin rune rung runs runt sable safe sage sake sakes salem sand saturdays saved saves scale
    scales scrape scraps seattle seconds seed seek seem seen seer sees sele sends settles sevens shade
    shared shares shave shaw shire shoe shore shouldn shown shows slave smee snow sole soles spend
    stale star starr starts statements steven stuart suave sule sundays taxi tent thank then there thin
    thirsty thousands threes threw thursdays thus transfers transform trashy tree tuesdays updated
    updates very views weak wednesdays were wheat witch withdrawn withdrew wouldn writ writer writes
    wrote yearn  `
    .trim()
    .split(/\s+/),
);
