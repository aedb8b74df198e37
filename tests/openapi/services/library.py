"""A library: headers of a model beside those of another function, trees, cookies, several bodies, aliases of one way only."""
from datetime import date, datetime
from enum import Enum
from typing import Annotated, Any, List, Literal, Optional, Union
from uuid import UUID
from fastapi import Body, Cookie, Depends, FastAPI, File, Form, Header, Path, Query, UploadFile
from fastapi.security import APIKeyHeader, HTTPBasic, HTTPBasicCredentials, HTTPBearer, OAuth2PasswordBearer, SecurityScopes
from pydantic import AnyHttpUrl, BaseModel, ConfigDict, EmailStr, Field, computed_field, conlist, constr

class Language(str, Enum):
    en = "en"
    de = "de"
    fr = "fr"

class Isbn(BaseModel):
    code: str = Field(pattern=r"^97[89]-\d{10}$")

class Author(BaseModel):
    name: str = Field(min_length=1, max_length=20, title="Author name")
    born: Optional[int] = Field(None, gt=0, lt=2100)
    languages: List[Language] = [Language.en]

class BookIn(BaseModel):
    title: str
    isbn: Union[Isbn, str]
    authors: conlist(Author, min_length=1)
    published: Optional[date] = None
    pages: int = Field(100, ge=1)
    series: Optional["Series"] = None
    price: Optional[float] = Field(default=None, gt=0, description="Price in EUR")
    cover: AnyHttpUrl | None = None
    chapters: list["Chapter"] = []

class Series(BaseModel):
    name: constr(strip_whitespace=True, min_length=1)
    number: int = Field(ge=1, default=1)

class Chapter(BaseModel):
    title: str
    sub: list["Chapter"] = Field(default_factory=list, max_length=2)

class BookOut(BookIn):
    id: int
    @computed_field
    def label(self) -> str: return self.title

class Loan(BaseModel):
    book: int = Field(gt=0)
    reader: EmailStr
    due: date = Field(validation_alias="dueDate")
    renewals: int = Field(0, validation_alias="renewalCount", le=3)
    note: str | None = Field(None, serialization_alias="Note", max_length=10)

class ReaderForm(BaseModel):
    name: str = Field(min_length=2)
    card: int = Field(ge=1000, le=9999)
    email: EmailStr | None = None
    interests: list[str] = Field(default=[], max_length=2)
    vip: bool = False
    born: date | None = None

class Common:
    def __init__(self, q: str | None = None, skip: int = 0, limit: Annotated[int, Query(le=100)] = 100):
        self.q, self.skip, self.limit = q, skip, limit

class CommonHeaders(BaseModel):
    model_config = ConfigDict(extra="ignore")
    if_modified_since: datetime | None = None
    traceparent: str | None = None
    x_tag: list[str] = []
    save_data: bool

def token(x_token: Annotated[str, Header(min_length=3)]): return x_token
def key(x_key: Annotated[UUID | None, Header()] = None): return x_key

app = FastAPI(dependencies=[Depends(key)])
bearer = HTTPBearer(description="JWT")

@app.get("/books", response_model=list[BookOut])
async def books(commons: Annotated[Common, Depends()], lang: Language | None = None, genre: Annotated[list[str], Query(min_length=1, alias="genre[]")] = ["all"]): return []
@app.post("/books", response_model=BookOut, status_code=201)
async def add(book: BookIn): return {**book.model_dump(), "id": 1}
@app.put("/books/{book_id}", response_model=BookOut | dict)
async def put(book_id: int, book: BookIn, author: Author, user: Annotated[str, Depends(token)]): return {}
@app.put("/books/{book_id}/authors")
async def authors(book_id: Annotated[int, Path(ge=1)], authors: list[Author], first: Annotated[bool, Body()], language: Annotated[Language, Body()] = Language.en): return 1
@app.post("/loans", dependencies=[Depends(token)])
async def loan(loan: Loan): return 1
@app.post("/readers")
async def readers(form: Annotated[ReaderForm, Form()]): return 1
@app.post("/readers/card")
async def card(name: str = Form(), number: int = Form(ge=1), photo: UploadFile = File(...), expires: Optional[date] = Form(None)): return 1
@app.get("/headers")
async def headers(headers: Annotated[CommonHeaders, Header()]): return 1
@app.get("/cookies")
async def cookies(ads_id: Annotated[str | None, Cookie()] = None, visits: Annotated[int, Cookie(ge=0)] = 0, lang: Annotated[Language, Cookie()] = Language.en, seen: Annotated[date | None, Cookie()] = None): return 1
@app.post("/search")
async def search(query: Annotated[dict[str, Union[str, list[str], None]], Body()], token: Annotated[Any, Depends(bearer)], page: int = 1): return 1
@app.get("/shelves/{shelf}/{position}")
async def shelf(shelf: Annotated[str, Path(min_length=1, max_length=3)], position: float, exact: Literal["yes", "no", 1] = "yes", size: Literal[1, 2, 3] = 1, mode: Annotated[Literal["a"] | None, Query()] = None): return 1
@app.post("/notes")
async def notes(note: Annotated[str | None, Body(embed=True)] = None): return 1
@app.post("/merge")
async def merge(a: Author, b: Author | None = None, weights: Annotated[dict[str, float] | None, Body()] = None): return 1
