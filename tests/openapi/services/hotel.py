"""Hotel: configured titles, keyword-only, dependencies that are models, generics, header dependencies."""
import datetime as dt
import enum
import uuid
from typing import Annotated, Any, Dict, Generic, List, Literal, Optional, Sequence, Tuple, TypeVar, Union

import pydantic
from fastapi import APIRouter, Body, Cookie, Depends, FastAPI, Header, Path, Query, Request, Response, Security
from fastapi.security import APIKeyHeader, HTTPBearer, OAuth2PasswordBearer
from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema, computed_field, field_serializer
from pydantic.json_schema import SkipJsonSchema

def uid(route):
    return f"{route.tags[0] if route.tags else 'x'}-{route.name}"

app = FastAPI(title="Hotel API", version="2024.1", generate_unique_id_function=uid, separate_input_output_schemas=False, servers=[{"url": "/api"}])

class RoomType(enum.Enum):
    SINGLE = "single"
    DOUBLE = "double"
    SUITE = "suite"

class BedCount(enum.IntEnum):
    ONE = 1
    TWO = 2

class Guest(BaseModel):
    """A guest of the hotel."""
    model_config = ConfigDict(title="Hotel guest", frozen=True)
    first: str = Field(..., min_length=1, max_length=50, description="First name")
    last: str = Field(..., min_length=1, max_length=50)
    birthday: Optional[dt.date] = Field(None, examples=["1990-01-01"])
    vip: bool = False

class Company(BaseModel):
    model_config = ConfigDict(title="A company", extra="forbid")
    name: str
    vat: Optional[str] = Field(None, pattern=r"^[A-Z]{2}[0-9]+$")

class Price(BaseModel):
    amount: float = Field(..., ge=0)
    currency: str = Field("EUR", min_length=3, max_length=3)
    tax: float = Field(0.19, ge=0, le=1)

class Extra(BaseModel):
    kind: Literal["breakfast", "parking", "spa"]
    price: Price
    qty: int = 1

class Reservation(BaseModel):
    model_config = ConfigDict(validate_default=True, str_min_length=0)
    id: uuid.UUID = Field(default_factory=uuid.uuid4)
    booker: Union[Guest, Company]
    guests: List[Guest] = Field(..., min_length=1, max_length=4)
    room: RoomType
    beds: BedCount = BedCount.ONE
    stay: Tuple[dt.date, dt.date]
    arrival: Optional[dt.time] = None
    extras: Dict[str, Extra] = Field(default_factory=dict, max_length=2)
    notes: Optional[List[str]] = Field(None, max_length=3)
    discount: Union[float, Literal["staff"], None] = None
    cancelled_at: Optional[dt.datetime] = None
    contact: Dict[Literal["email", "phone"], str] = {}
    history: List[Tuple[dt.datetime, RoomType, Optional[str]]] = []
    loyalty: Optional[int] = Field(None, gt=1000, lt=9999)
    code: Annotated[str, WithJsonSchema({"type": "string", "minLength": 2})] = "ab"
    rate: Annotated[float, Field(gt=0), Field(lt=100)] = 1
    secret: SkipJsonSchema[int] = 1

    @computed_field
    def nights(self) -> int:
        return (self.stay[1] - self.stay[0]).days

class ReservationPatch(BaseModel):
    guests: Optional[List[Guest]] = None
    room: Optional[RoomType] = None
    stay: Optional[Tuple[dt.date, dt.date]] = None
    booker: Optional[Union[Guest, Company]] = None
    price: Optional[Price] = None

M = TypeVar("M")
class Envelope(BaseModel, Generic[M]):
    data: M
    meta: Optional[Dict[str, Union[str, int, float, bool, None]]] = None
    errors: List[str] = []

class Search(BaseModel):
    start: dt.date
    end: Optional[dt.date] = None
    rooms: List[RoomType] = Field(default_factory=list)
    max_price: Optional[float] = Field(None, gt=0, alias="maxPrice")
    guests: int = Field(2, ge=1, le=6)

class Pager:
    def __init__(self, page: Annotated[int, Query(ge=1)] = 1, per_page: Annotated[int, Query(ge=1, le=100, alias="perPage")] = 10):
        self.page = page

def tenant(x_tenant: Annotated[str, Header(min_length=2, max_length=8)], x_trace: Annotated[uuid.UUID | None, Header()] = None):
    return x_tenant

key = APIKeyHeader(name="X-Api-Key")
r = APIRouter(prefix="/reservations", tags=["reservations"], dependencies=[Depends(tenant)])

@r.post("", status_code=201)
async def create(reservation: Reservation) -> Reservation:
    return reservation

@r.get("")
async def search(search: Annotated[Search, Query()], lang: Annotated[Literal["de", "en"], Cookie()] = "en"):
    return []

@r.get("/{rid}")
async def get_one(rid: uuid.UUID, pager: Annotated[Pager, Depends()], fields: Annotated[list[str] | None, Query(max_length=2)] = None):
    return None

@r.patch("/{rid}")
async def patch(rid: uuid.UUID, patch: ReservationPatch, _: Annotated[str, Security(key)]):
    return None

@r.post("/{rid}/guests")
async def guests(rid: uuid.UUID, env: Envelope[List[Guest]], notify: Annotated[bool, Query()] = True):
    return None

@r.post("/{rid}/extras/{kind}")
async def extras(rid: uuid.UUID, kind: RoomType, extra: Envelope[Extra], price: Annotated[Price | None, Body()] = None):
    return None

@app.get("/availability/{day}/{beds}")
async def availability(day: dt.date, beds: BedCount, until: dt.date | None = None, at: dt.time | None = None, price: Annotated[float | None, Query(ge=0, allow_inf_nan=False)] = None, flags: Annotated[list[bool], Query()] = []):
    return None

@app.put("/rates")
async def rates(rates: Dict[dt.date, Dict[RoomType, Price]]):
    return None

@app.post("/quote")
async def quote(room: Annotated[RoomType, Body()], nights: Annotated[int, Body(ge=1, le=30)], guests: Annotated[List[Guest], Body(max_length=2)] = [], code: Annotated[Optional[str], Body(pattern="^[A-Z]{3}$")] = None):
    return None

@app.post("/feedback")
async def feedback(stars: Literal[1, 2, 3, 4, 5] = Body(...), text: str = Body("", max_length=10), tags: set[str] = Body(set())):
    return None

@app.post("/booker")
async def booker(booker: Union[Guest, Company, None] = None):
    return None

@app.post("/kind")
async def kind(kind: Annotated[RoomType, Body(embed=True)]):
    return None

app.include_router(r)
